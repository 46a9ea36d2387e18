import AditState
import Testing

private struct Item: Identifiable, Equatable {
    var id: Int
    var text = ""
}

private typealias Items = Table<Int, Item>
private typealias OrderStep = TableStep<Int>

private func table(_ ids: some Sequence<Int>) -> Items { Items(ids.map { Item(id: $0) }) }

/// GIVEN an older value of a table WHEN the present one is compared with it THEN the difference leads from it.
struct TableComparisonTests {
    private func compare(_ old: Items, _ new: Items) -> (elements: [String], order: [OrderStep])? {
        guard case .some(let elements, let order) = new.difference(since: old) else { return nil }
        return (elements.map { "\($0.id)" + ($0.former == nil ? "+" : "") }, order)
    }

    @Test func `the same value has no difference`() throws {
        let items = table(0..<500)
        let none = try #require(compare(items, items))
        #expect(none.elements.isEmpty && none.order.isEmpty)
    }

    @Test func `chunks that both have are passed over`() throws {
        let old = table(0..<500)
        var new = old
        new.update(100) { $0.text = "new" }
        new.append(Item(id: 500))
        let some = try #require(compare(old, new))
        #expect(some.elements.count < 130)
        #expect(some.elements.contains("100") && some.elements.contains("500+"))
        #expect(some.order == [.insert(500, at: 500)])
    }

    @Test func `elements that came, went and were moved are told`() throws {
        let some = try #require(compare(table(0..<6), table([5, 0, 1, 20, 3])))
        #expect(some.elements.filter { $0.hasSuffix("+") } == ["20+"])
        #expect(Set(some.elements) == ["0", "1", "2", "3", "4", "5", "20+"])
        #expect(some.order == [.remove(4, from: 4), .remove(2, from: 2), .move(5, from: 3, to: 0), .insert(20, at: 3)])
    }

    @Test func `too great a change of order is one as a whole`() {
        #expect(compare(table(0..<10_000), table((0..<10_000).reversed())) == nil)
        #expect(compare(table(0..<100), table((0..<100).reversed()))?.order.count == 99)
    }
}
