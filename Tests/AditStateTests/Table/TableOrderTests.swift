import AditState
import Testing

private struct Item: Identifiable, Equatable {
    var id: Int
    var text = ""
}

private typealias Items = Table<Int, Item>

private func table(_ ids: some Sequence<Int>) -> Items { Items(ids.map { Item(id: $0) }) }

/// GIVEN a table, of few elements or of many WHEN its order is changed THEN it is as in an array, and positions and ids
/// lead to each other.
struct TableOrderTests {
    /// Whether the table has these ids in order, by whichever way one asks for them.
    private func expect(_ table: Items, _ ids: [Int], _ location: SourceLocation = #_sourceLocation) {
        #expect(table.map(\.id) == ids, sourceLocation: location)
        #expect(table.count == ids.count, sourceLocation: location)
        #expect(table.indices.map { table[$0].id } == ids, sourceLocation: location)
        #expect(ids.map { table.position(of: $0) } == Array(ids.indices), sourceLocation: location)
        #expect(ids.map { table[id: $0]?.id } == ids, sourceLocation: location)
    }

    @Test func `an element is inserted at its position`() {
        var items = table([1, 2, 3])
        items.insert(Item(id: 4), at: 1)
        items.insert(Item(id: 5), at: 0)
        items.insert(Item(id: 6), at: 5)
        expect(items, [5, 1, 4, 2, 3, 6])
    }

    @Test func `a position outside is the nearest one inside`() {
        var items = table([1, 2, 3])
        items.insert(Item(id: 4), at: -7)
        items.insert(Item(id: 5), at: 99)
        expect(items, [4, 1, 2, 3, 5])
        items.move(1, to: 99)
        items.move(3, to: -1)
        expect(items, [3, 4, 2, 5, 1])
        items.move(3, to: .max)
        items.move(1, to: .min)
        expect(items, [1, 4, 2, 5, 3])
    }

    @Test func `what replaces the one with its id stays where that is`() {
        var items = table([1, 2, 3])
        items.updateOrInsert(Item(id: 3, text: "new"), at: 0)
        expect(items, [1, 2, 3])
        #expect(items[id: 3]?.text == "new")
    }

    @Test func `an element is moved so that it has the position`() {
        var items = table(0..<6)
        let moved = [items.move(1, to: 4), items.move(5, to: 0), items.move(2, to: 2), items.move(9, to: 0)]
        #expect(moved == [true, true, true, false])
        expect(items, [5, 0, 2, 3, 4, 1])
    }

    @Test func `an id that is not there has no position`() {
        #expect(table([1, 2]).position(of: 3) == nil)
        #expect(Items().position(of: 3) == nil)
    }

    @Test func `a slice is the elements of its positions, and stays as it is`() {
        var items = table(0..<300)
        items.remove(100)
        let slice = items[98..<102]
        items.removeAllButFirst()
        #expect(slice.map(\.id) == [98, 99, 101, 102])
        #expect(slice[100].id == 101)
        #expect(slice.dropFirst().first?.id == 99)
        #expect(items[0..<1].map(\.id) == [0])
    }

    /// Sizes at which chunks, the nodes of chunks, and the groups of the order are full.
    @Test(arguments: [1, 2, 63, 64, 65, 127, 128, 129, 1000, 6144, 8192, 8193, 20_000])
    func `a table of any size is edited at its ends and in its middle`(size: Int) {
        var items = table(0..<size)
        var ids = Array(0..<size)
        for (number, position) in [0, size, size / 2, size / 2, size / 3, 64, 63, size + 3].enumerated() {
            let position = min(position, ids.count)
            items.insert(Item(id: size + number), at: position)
            ids.insert(size + number, at: position)
        }
        expect(items, ids)
        for (from, to) in [(0, ids.count - 1), (ids.count - 1, 0), (size / 2, 3), (3, size / 2)] {
            items.move(ids[from], to: to)
            ids.insert(ids.remove(at: from), at: to)
        }
        expect(items, ids)
        for position in [0, ids.count - 2, (ids.count - 2) / 2] {
            #expect(items.remove(ids[position])?.id == ids[position])
            ids.remove(at: position)
        }
        items.append(Item(id: -1))
        expect(items, ids + [-1])
    }

    @Test func `what is always inserted at one position lies in reverse`() {
        var items = table([-1, -2])
        for id in 0..<3000 { items.insert(Item(id: id), at: 1) }
        expect(items, [-1] + (0..<3000).reversed() + [-2])
    }

    @Test(arguments: [1, 2, 3, 7, 64, 65, 200])
    func `what is left when most are taken out is in order`(step: Int) {
        var items = table(0..<10_000)
        for id in 0..<10_000 where id % step != 0 { items.remove(id) }
        let left = Array(stride(from: 0, to: 10_000, by: step))
        expect(items, left)
        for id in left.reversed() { items.remove(id) }
        expect(items, [])
        items.append(Item(id: 5))
        expect(items, [5])
    }

    @Test func `a queue keeps its order`() {
        var items = table(0..<100)
        for id in 100..<5000 {
            items.append(Item(id: id))
            items.remove(id - 100)
        }
        expect(items, Array(4900..<5000))
    }

    @Test func `tables are equal by order whatever way they came to it`() {
        var items = table([500] + Array(0..<500))
        items.move(500, to: 500)
        #expect(items == table(0...500))
        #expect(table(0...500) == items)
        items.move(3, to: 4)
        #expect(items != table(0...500))
        var emptied = table([1])
        emptied.remove(1)
        #expect(emptied == Items())
    }
}

extension Table<Int, Item> {
    fileprivate mutating func removeAllButFirst() {
        for item in dropFirst() { remove(item.id) }
    }
}
