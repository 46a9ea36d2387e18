import Adit
import Testing

@testable import TodoCore

@Suite struct StateStoreTests {
    let store = createStore()

    @Test func U15_aStoreIsChangedByCases() {
        // WHEN
        store.change(.add(.item(.numbered(1))))
        store.change(.add(.item(.numbered(2))))
        store.change(.remove(.item(.numbered(1))))
        store.change(.add(.tag(Tag(id: uuid(8), name: "Tag 1"))))
        store.change(.replace(.tags([Tag(id: uuid(9), name: "Tag 2")])))
        // THEN
        #expect(store.state().items.map(\.id) == [uuid(2)])
        #expect(store.state().tags.map(\.name) == ["Tag 2"])
    }

    @Test func U15_observersAreToldAfterEachChange() {
        // GIVEN
        var counts: [Int] = []
        store.updated { [store] in counts.append(store.state().items.count) }
        // WHEN
        store.change(.add(.item(.numbered(1))))
        store.change(.add(.item(.numbered(2))))
        // THEN
        #expect(counts == [1, 2])
        store.destroy()
    }

    @Test func U15_aStoreIsReset() {
        // GIVEN
        var updates = 0
        store.updated { updates += 1 }
        store.change(.add(.item(.numbered(1))))
        // WHEN
        store.reset()
        // THEN
        #expect(store.state() == TodoState())
        #expect(updates == 2)
    }

    @Test func U15_aDestroyedStoreTellsNobody() {
        // GIVEN
        var updates = 0
        store.updated { updates += 1 }
        // WHEN
        store.destroy()
        store.change(.add(.item(.numbered(1))))
        // THEN
        #expect(updates == 0)
    }
}
