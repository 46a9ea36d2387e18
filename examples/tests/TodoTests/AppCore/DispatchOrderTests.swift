import Adit
import Testing

@testable import TodoCore

@Suite struct DispatchOrderTests {
    @Test func R4_everyoneSeesEveryMessageReceiversFirst() throws {
        // GIVEN
        let seen = Responses<String>()
        func onlooker(_ name: String) -> Input { { _ in seen.append(name) } }
        let core = Adit.createAppCore(
            store: createStore(), receivers: [onlooker("receiver 1"), onlooker("receiver 2")],
            features: [onlooker("feature 1"), onlooker("feature 2")])
        // WHEN
        try core(.appReview(.requestReview))
        try core(.tagging(.request(.delete(id: uuid(1)))))
        // THEN
        let once = ["receiver 1", "receiver 2", "feature 1", "feature 2"]
        #expect(seen.all == once + once)
    }

    @Test func R4_aReceiverSeesAMessageBeforeAFeatureHasActedOnIt() throws {
        // GIVEN
        let store = createStore()
        var counts: [Int] = []
        let core = createAppCore(
            store: store, receivers: [{ _ in counts.append(store.state().items.count) }], rootHandler: { _ in })
        // WHEN
        try core(.todo(.request(.add(item: .numbered(1)))))
        try core(.todo(.request(.add(item: .numbered(2)))))
        // THEN
        #expect(counts == [0, 1])
    }
}
