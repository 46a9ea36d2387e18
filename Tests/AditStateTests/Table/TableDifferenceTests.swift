import AditState
import Testing

private struct Item: Identifiable, Equatable {
    var id: Int
    var text = ""
}

private typealias Items = Table<Int, Item>
private typealias OrderStep = TableStep<Int>

private func table(_ ids: some Sequence<Int>) -> Items { Items(ids.map { Item(id: $0) }) }

/// GIVEN a table whose original was kept WHEN it was edited THEN the difference is what it comes to, and no more.
struct TableDifferenceTests {
    private func difference(
        _ items: Items = table(0..<10), after edit: (inout Items) -> Void
    ) -> (elements: [String], order: [OrderStep])? {
        var (items, before) = (items, Items())
        items.saveOriginal(in: &before)
        edit(&items)
        guard case .some(let elements, let order) = items.difference(since: before) else { return nil }
        return (elements.map { "\($0.id)" + ($0.former == nil ? "+" : "") }, order)
    }

    private func order(_ items: Items = table(0..<10), after edit: (inout Items) -> Void) -> [OrderStep]? {
        difference(items, after: edit)?.order
    }

    @Test func `nothing has changed where nothing was done`() throws {
        let none = try #require(difference { _ in })
        #expect(none.elements.isEmpty && none.order.isEmpty)
    }

    @Test func `elements are told once, in the order in which they were touched first, with what they were`() throws {
        var (items, before) = (table(0..<10), Items())
        items.saveOriginal(in: &before)
        items.append(Item(id: 20))
        items.update(3) { $0.text = "a" }
        items.update(20) { $0.text = "b" }
        items.remove(7)
        items.update(Item(id: 3, text: "c"))
        items.insert(Item(id: 21), at: 0)
        guard case .some(let elements, let order) = items.difference(since: before) else { throw NoDifference() }
        #expect(elements.map(\.id) == [20, 3, 7, 21])
        #expect(elements.map(\.former) == [nil, Item(id: 3), Item(id: 7), nil])
        #expect(order == [.insert(20, at: 10), .remove(7, from: 7), .insert(21, at: 0)])
    }

    @Test func `what came and went is not there`() throws {
        let gone = try #require(
            difference {
                $0.append(Item(id: 20))
                $0.move(20, to: 4)
                $0.insert(Item(id: 21), at: 2)
                $0.remove(20)
            })
        #expect(gone.elements == ["21+"])
        #expect(gone.order == [.insert(21, at: 2)])
    }

    @Test func `what went and came back is one move, or nothing`() throws {
        #expect(
            order {
                $0.remove(2)
                $0.insert(Item(id: 2), at: 2)
            } == [])
        let moved = try #require(
            difference {
                $0.remove(2)
                $0.append(Item(id: 20))
                $0.insert(Item(id: 2, text: "new"), at: 5)
            })
        #expect(moved.elements == ["2", "20+"])
        #expect(moved.order == [.move(2, from: 2, to: 5), .insert(20, at: 10)])
    }

    @Test func `moves come to one, or to nothing`() {
        #expect(order { $0.move(2, to: 7) } == [.move(2, from: 2, to: 7)])
        #expect(
            order {
                $0.move(2, to: 7)
                $0.move(2, to: 4)
            } == [.move(2, from: 2, to: 4)])
        #expect(
            order {
                $0.move(2, to: 7)
                $0.remove(9)
                $0.move(2, to: 2)
            } == [.remove(9, from: 9)])
        #expect(
            order {
                $0.move(0, to: 1)
                $0.move(1, to: 1)
            } == [])
        #expect(
            order {
                $0.move(9, to: 0)
                $0.remove(9)
            } == [.remove(9, from: 9)])
    }

    @Test func `where order is what it was there is no step`() {
        #expect(
            order {
                for id in 0..<10 { $0.move(id, to: 9) }
            } == [])
        #expect(
            order {
                for id in 0..<10 { $0.remove(id) }
                for id in 0..<10 { $0.append(Item(id: id)) }
            } == [])
    }

    @Test func `a new id is a new element at the same position`() throws {
        let renamed = try #require(difference { $0.update(3) { $0.id = 20 } })
        #expect(renamed.elements == ["3", "20+"])
        #expect(renamed.order == [.remove(3, from: 3), .insert(20, at: 3)])
        let taken = try #require(difference { $0.update(3) { $0 = Item(id: 8, text: "new") } })
        #expect(taken.elements == ["3", "8"])
        #expect(taken.order == [.remove(3, from: 3)])
    }

    @Test func `what was assigned as a whole is not compared`() {
        #expect(difference { $0 = [] } == nil)
        #expect(difference { $0.replaceAll(with: Array($0)) } == nil)
    }

    @Test func `more than can be made fewer stays as it is`() throws {
        var (items, before) = (table(0..<10), Items())
        items.saveOriginal(in: &before)
        for id in 10..<3000 { items.append(Item(id: id)) }
        items.remove(2999)
        guard case .some(let elements, let order) = items.difference(since: before) else { throw NoDifference() }
        #expect(elements.map(\.id) == Array(10..<2999))
        #expect(order == (10..<3000).map { .insert($0, at: $0) } + [.remove(2999, from: 2999)])
    }

    @Test func `appended elements cost no steps but their own`() throws {
        let many = try #require(order { for id in 10..<50_000 { $0.append(Item(id: id)) } })
        #expect(many == (10..<50_000).map { .insert($0, at: $0) })
    }

    private struct NoDifference: Error {}
}
