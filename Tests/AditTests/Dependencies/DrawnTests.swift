import Adit
import Testing

@Model
private struct Note: Equatable {
    var id: UUID = .drawn()
    var created: Timestamp = .drawn()
}

/// GIVEN a model whose id and date have no values WHEN it is made THEN they come from the dependencies.
@Suite struct DrawnTests {
    @Test func whatACoreBringsIsDrawn() {
        inCore(bringing: {
            $0.uuid = .incrementing
            $0.date = .constant(.evening)
        }) { _ in
            #expect(Note() == Note(id: UUID(high: 0, low: 0), created: .evening))
            #expect(Note().id == UUID(high: 0, low: 1))
        }
    }

    @Test func anOverrideIsDrawn() {
        inCore(bringing: {
            $0.uuid = .incrementing
            $0.date = .constant(.evening)
        }) { _ in
            withDependencies {
                $0.uuid = .constant(UUID(high: 7, low: 7))
            } operation: {
                #expect(Note() == Note(id: UUID(high: 7, low: 7), created: .evening))
            }
            #expect(Note().id == UUID(high: 0, low: 0))
        }
    }

    @Test func outsideOfACoreAnOverrideIsDrawn() {
        withDependencies {
            $0.uuid = .incrementing
            $0.date = .constant(.evening)
        } operation: {
            #expect([Note(), Note()].map(\.id) == [UUID(high: 0, low: 0), UUID(high: 0, low: 1)])
        }
    }

    @Test func aLiveCoreDrawsFromTheSystem() {
        inCore(.live) { _ in
            let before = Timestamp.now
            #expect(Note().id != Note().id)
            #expect(Note().created >= before)
        }
    }
}
