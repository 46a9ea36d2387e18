import AditState
import Testing

/// GIVEN a table, its originals and copies of it WHEN all is gone THEN no element is left.
struct TableLifetimeTests {
    private final class Counter { var count = 0 }
    private final class Element: Identifiable {
        let id: Int
        let counter: Counter
        init(_ id: Int, _ counter: Counter) {
            self.id = id
            self.counter = counter
            counter.count += 1
        }
        deinit { counter.count -= 1 }
    }

    @Test(arguments: 0..<8)
    func `nothing is left of a table`(kind: Int) {
        let counter = Counter()
        do {
            var items = Table((0..<200).map { Element($0, counter) })
            var (batch, before) = (items, items)
            for round in 0..<3 {
                items.forgetChanges()
                items.saveOriginal(in: &batch)
                items.saveOriginal(in: &before)
                let copy = items
                items.remove(round)
                if kind & 1 > 0 { items = Table(items.reversed()) }
                if kind & 2 > 0 { items.returnToOriginal(&before) }
                items.append(Element(300 + round, counter))
                items.saveOriginal(in: &before)
                if kind & 4 > 0 { (items, before) = (copy, []) }
            }
            #expect(counter.count > 0)
        }
        #expect(counter.count == 0)
    }

    @Test func `an original holds nothing of what the table has no more`() {
        let counter = Counter()
        var items = Table((0..<200).map { Element($0, counter) })
        var before = Table<Int, Element>()
        items.saveOriginal(in: &before)
        items = []
        #expect(counter.count == 200)
        items.forgetChanges()
        items.saveOriginal(in: &before)
        #expect(counter.count == 0)
    }
}
