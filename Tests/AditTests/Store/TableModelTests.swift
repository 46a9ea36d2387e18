import Adit
import TestSupport
import Testing

private struct Item: Identifiable, Equatable {
    var id: Int
    var value: Int
}

/// The table as it would be written without thought of speed.
private struct Model {
    var items: [Item] = []

    mutating func append(_ item: Item) {
        if let index = items.firstIndex(where: { $0.id == item.id }) { items[index] = item } else { items.append(item) }
    }
    mutating func remove(_ id: Int) { items.removeAll { $0.id == id } }
    mutating func update(_ id: Int, _ body: (inout Item) -> Void) {
        guard let index = items.firstIndex(where: { $0.id == id }) else { return }
        let old = items[index]
        body(&items[index])
        if items[index].id != id { items[index] = old }
    }
}

/// GIVEN a table and a naive one WHEN the same is done to both THEN they have the same elements.
struct TableModelTests {
    @Test(arguments: 0..<20)
    func `any sequence of edits leaves what a naive table has`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var table = Table<Int, Item>()
        var model = Model()
        var copies: [(table: Table<Int, Item>, items: [Item])] = []
        for _ in 0..<400 {
            edit(&table, &model, &random)
            try #require(Array(table) == model.items)
            if Int.random(in: 0..<40, using: &random) == 0 { copies.append((table, model.items)) }
        }
        for id in 0..<30 { #expect(table[id: id] == model.items.first { $0.id == id }) }
        for copy in copies { #expect(Array(copy.table) == copy.items) }
    }

    @Test(arguments: 0..<20)
    func `any sequence of edits is undone whole`(seed: UInt64) throws {
        var random = SeededGenerator(seed: 100 + seed)
        var table = Table<Int, Item>()
        var model = Model()
        for _ in 0..<60 {
            table.noteChanges()
            let before = model
            for _ in 0..<Int.random(in: 0...12, using: &random) { edit(&table, &model, &random) }
            try #require(Array(table) == model.items)
            if Bool.random(using: &random) {
                table.undoNotedChanges()
                model = before
            }
            try #require(Array(table) == model.items)
            for id in 0..<30 { try #require(table[id: id] == model.items.first { $0.id == id }) }
        }
    }

    @Test func `what is undone twice is undone once`() {
        var table: Table<Int, Item> = [Item(id: 1, value: 1)]
        table.noteChanges()
        table.remove(1)
        table.undoNotedChanges()
        table.undoNotedChanges()
        #expect(Array(table) == [Item(id: 1, value: 1)])
        table.append(Item(id: 2, value: 2))
        table.undoNotedChanges()
        #expect(Array(table) == [Item(id: 1, value: 1)])
    }

    @Test func `a table that notes nothing undoes nothing`() {
        var table: Table<Int, Item> = []
        table.append(Item(id: 1, value: 1))
        table.undoNotedChanges()
        #expect(table.count == 1)
    }

    @Test func `an update that throws is undone as well`() {
        struct Enough: Error {}
        var table: Table<Int, Item> = [Item(id: 1, value: 1)]
        table.noteChanges()
        try? table.update(1) { item in
            item.value = 5
            throw Enough()
        }
        table.undoNotedChanges()
        #expect(table[id: 1]?.value == 1)
    }
}

extension TableModelTests {
    /// Makes the same random edit of both.
    private func edit(_ table: inout Table<Int, Item>, _ model: inout Model, _ random: inout SeededGenerator) {
        let id = Int.random(in: 0..<30, using: &random)
        let value = Int.random(in: 0..<1000, using: &random)
        switch Int.random(in: 0..<41, using: &random) {
        case 0..<20:
            table.append(Item(id: id, value: value))
            model.append(Item(id: id, value: value))
        case 20..<28:
            table.remove(id)
            model.remove(id)
        case 28..<36:
            table.update(id) { $0.value += value }
            model.update(id) { $0.value += value }
        case 36..<40:
            table.update(id) { $0 = Item(id: value, value: value) }
            model.update(id) { $0 = Item(id: value, value: value) }
        default:
            let others = (0..<value % 30).map { Item(id: $0 * 7 % 30, value: value) }
            table.replaceAll(with: others)
            model.items = []
            for item in others { model.append(item) }
        }
    }
}
