import AditState
import TestSupport
import Testing

private struct Item: Identifiable, Equatable {
    var id: Int
    var value: Int
}

/// The table as it would be written without thought of speed.
private struct Model {
    var items: [Item] = []

    func contains(_ id: Int) -> Bool { items.contains { $0.id == id } }

    mutating func append(_ item: Item) -> Bool { insert(item, at: items.count) }
    mutating func insert(_ item: Item, at position: Int) -> Bool {
        if contains(item.id) { return false }
        items.insert(item, at: min(max(position, 0), items.count))
        return true
    }
    mutating func updateOrAppend(_ item: Item) -> Bool { updateOrInsert(item, at: items.count) }
    mutating func updateOrInsert(_ item: Item, at position: Int) -> Bool {
        guard let index = items.firstIndex(where: { $0.id == item.id }) else { return !insert(item, at: position) }
        items[index] = item
        return true
    }
    subscript(id id: Int) -> Item? {
        get { items.first { $0.id == id } }
        set {
            guard let newValue else { return remove(id) }
            if contains(id) { update(id) { $0 = newValue } } else { _ = updateOrAppend(newValue) }
        }
    }
    mutating func move(_ id: Int, to position: Int) {
        guard let index = items.firstIndex(where: { $0.id == id }) else { return }
        let item = items.remove(at: index)
        items.insert(item, at: min(max(position, 0), items.count))
    }
    mutating func remove(_ id: Int) { items.removeAll { $0.id == id } }
    mutating func update(_ id: Int, _ body: (inout Item) -> Void) {
        guard let index = items.firstIndex(where: { $0.id == id }) else { return }
        body(&items[index])
        let item = items[index]
        guard let other = items.indices.first(where: { $0 != index && items[$0].id == item.id }) else { return }
        items[other] = item
        items.remove(at: index)
    }
}

/// How many ids there are to draw from, and how many edits are made: few, as many as fill some chunks, and more than
/// one page of the index and one group of the order take.
private struct Scale: CustomTestStringConvertible {
    var ids: Int
    var edits: Int
    var present = 0
    var testDescription: String { "\(ids) ids, \(edits) edits" }

    static let all = [
        Scale(ids: 30, edits: 400), Scale(ids: 300, edits: 1500, present: 200),
        Scale(ids: 20_000, edits: 300, present: 12_000),
    ]
}

/// GIVEN a table and a naive one WHEN the same is done to both THEN they have the same elements.
struct TableModelTests {
    @Test(arguments: 0..<4, Scale.all)
    private func `any sequence of edits leaves what a naive table has`(seed: UInt64, scale: Scale) throws {
        var random = SeededGenerator(seed: seed)
        var (table, model) = filled(scale)
        var copies: [(table: Table<Int, Item>, items: [Item])] = []
        for number in 0..<scale.edits {
            edit(&table, &model, &random, ids: scale.ids)
            if number % max(1, scale.present / 20) == 0 { try #require(Array(table) == model.items) }
            if copies.count < 10, Int.random(in: 0..<40, using: &random) == 0 { copies.append((table, model.items)) }
        }
        try expect(table, model, ids: scale.ids)
        for copy in copies { try expect(copy.table, Model(items: copy.items), ids: scale.ids) }
    }

    @Test(arguments: 0..<4, Scale.all)
    private func `copies that are edited in turns, and copied again, are values of their own`(
        seed: UInt64, scale: Scale
    ) throws {
        var random = SeededGenerator(seed: 200 + seed)
        var copies: [(table: Table<Int, Item>, model: Model)] = Array(repeating: filled(scale), count: 4)
        for _ in 0..<scale.edits {
            // Taken out, so that nobody else has it while it is edited.
            var (table, model) = copies.remove(at: Int.random(in: copies.indices, using: &random))
            edit(&table, &model, &random, ids: scale.ids)
            if Int.random(in: 0..<30, using: &random) == 0 { copies[0] = (table, model) }
            copies.append((table, model))
        }
        for copy in copies { try expect(copy.table, copy.model, ids: scale.ids) }
    }

    @Test(arguments: [30, 10_000])
    func `what is read is what it was when reading began, whatever is edited meanwhile`(count: Int) {
        let items = (0..<count).map { Item(id: $0, value: $0) }
        var table = Table(items)
        var slices: [Slice<Table<Int, Item>>] = []
        var read: [Item] = []
        for item in table {
            read.append(item)
            table.update(item.id) { $0.value += 1 }
            table.update((item.id + 1) % count) { $0.value += 1 }
            if item.id % 1000 == 7 {
                slices.append(table[0..<8])
                table.remove(item.id)
                table.insert(item, at: 0)
            }
        }
        #expect(read == items)
        #expect(slices.first.map { Array($0.map(\.value)) } == [1, 3, 4, 5, 6, 7, 8, 9])
        #expect(table.allSatisfy { $0.value >= $0.id })
    }

    @Test(arguments: 0..<4, Scale.all)
    private func `any sequence of edits is undone whole, and older values stay`(seed: UInt64, scale: Scale) throws {
        var random = SeededGenerator(seed: 100 + seed)
        var (table, model) = filled(scale)
        var original = table
        for _ in 0..<max(2, 1800 / scale.ids) {
            table.forgetChanges()
            table.saveOriginal(in: &original)
            let (before, older) = (model, table)
            for _ in 0..<Int.random(in: 0...max(12, scale.edits / 10), using: &random) {
                edit(&table, &model, &random, ids: scale.ids)
            }
            try #require(Array(table) == model.items)
            if Bool.random(using: &random) {
                table.returnToOriginal(&original)
                model = before
            }
            try expect(table, model, ids: scale.ids)
            try expect(older, before, ids: scale.ids)
        }
    }

    @Test func `what is undone twice is undone once`() {
        var table: Table<Int, Item> = [Item(id: 1, value: 1)]
        var original = Table<Int, Item>()
        table.saveOriginal(in: &original)
        table.remove(1)
        table.returnToOriginal(&original)
        table.returnToOriginal(&original)
        #expect(Array(table) == [Item(id: 1, value: 1)])
        table.append(Item(id: 2, value: 2))
        table.returnToOriginal(&original)
        #expect(Array(table) == [Item(id: 1, value: 1)])
    }

    @Test func `an update that throws is undone as well`() {
        struct Enough: Error {}
        var table: Table<Int, Item> = [Item(id: 1, value: 1)]
        var original = Table<Int, Item>()
        table.saveOriginal(in: &original)
        try? table.update(1) { item in
            item.value = 5
            throw Enough()
        }
        table.returnToOriginal(&original)
        #expect(table[id: 1]?.value == 1)
    }
}

extension TableModelTests {
    private func filled(_ scale: Scale) -> (Table<Int, Item>, Model) {
        let items = (0..<scale.present).map { Item(id: $0, value: -1) }
        return (Table(items), Model(items: items))
    }

    /// Whether both have the same elements, by whichever way one asks for them.
    private func expect(_ table: Table<Int, Item>, _ model: Model, ids: Int) throws {
        try #require(Array(table) == model.items)
        try #require(table.count == model.items.count)
        try #require(table == Table(model.items))
        try #require(table.indices.map { table[$0] } == model.items)
        try #require(model.items.map { table.position(of: $0.id) } == Array(model.items.indices))
        try #require(model.items.map { table[id: $0.id] } == model.items)
        let present = Set(model.items.map(\.id))
        try #require((0..<ids).filter { table.contains(id: $0) != present.contains($0) } == [])
    }

    /// Makes the same random edit of both.
    private func edit(
        _ table: inout Table<Int, Item>, _ model: inout Model, _ random: inout SeededGenerator, ids: Int
    ) {
        let id = Int.random(in: 0..<ids, using: &random)
        let value = Int.random(in: 0..<ids * 2, using: &random)
        let item = Item(id: id, value: value)
        switch Int.random(in: 0..<77, using: &random) {
        case 0..<6: #expect(table.append(item) == model.append(item))
        case 6..<12: #expect(table.updateOrAppend(item) == model.updateOrAppend(item))
        case 12..<17: #expect(table.insert(item, at: value - 3) == model.insert(item, at: value - 3))
        case 17..<22: #expect(table.updateOrInsert(item, at: value - 3) == model.updateOrInsert(item, at: value - 3))
        case 61..<65:
            table[id: id] = item
            model[id: id] = item
        case 65..<68:
            // With an id of its own.
            table[id: id] = Item(id: value, value: value)
            model[id: id] = Item(id: value, value: value)
        case 68..<72:
            table[id: id]?.value += value
            model[id: id]?.value += value
        case 72..<74:
            table[id: id]?.id = value
            model[id: id]?.id = value
        case 74..<77:
            table[id: id] = nil
            model[id: id] = nil
        case 22..<34:
            #expect(table.remove(id) == model.items.first { $0.id == id })
            model.remove(id)
        case 34..<44:
            #expect(table.move(id, to: value - 3) == model.contains(id))
            model.move(id, to: value - 3)
        case 44..<52:
            table.update(id) { $0.value += value }
            model.update(id) { $0.value += value }
        case 52..<56:
            #expect(table.update(item) == model.contains(id))
            model.update(id) { $0.value = value }
        case 56..<60:
            table.update(id) { $0 = Item(id: value, value: value) }
            model.update(id) { $0 = Item(id: value, value: value) }
        default:
            // Seldom, so that tables grow.
            guard value % 7 == 0 else { return }
            let others = (0..<value % 300).map { Item(id: $0 * 7 % ids, value: value) }
            table.replaceAll(with: others)
            model.items = []
            for item in others { _ = model.updateOrAppend(item) }
        }
    }
}
