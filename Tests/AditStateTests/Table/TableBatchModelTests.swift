import AditState
import TestSupport
import Testing

private struct Item: Identifiable, Equatable {
    var id: Int
    var value: Int
}

private typealias Items = Table<Int, Item>

/// A state of two tables, with what a store keeps of them, and beside each the elements it must have.
private struct Pair {
    var tables: [Items] = [[], []]
    var expected: [[Item]] = [[], []]
    // As a store has it at first.
    var before: [Items] = [[], []]
    var batch: [Items] = [[], []]

    mutating func begin(batch isBatch: Bool) {
        for number in 0..<2 {
            if isBatch {
                tables[number].forgetChanges()
                tables[number].saveOriginal(in: &batch[number])
            }
            tables[number].saveOriginal(in: &before[number])
        }
    }

    mutating func rollBack() {
        for number in 0..<2 { tables[number].returnToOriginal(&before[number]) }
    }
}

/// GIVEN tables in a store, and older values of them that a caller holds and edits WHEN batches of messages edit them,
/// put them in each other's place, and fail at random THEN they are what naive ones are, and the differences lead
/// there.
struct TableBatchModelTests {
    private struct Scale: CustomTestStringConvertible {
        var ids: Int
        var present: Int
        var testDescription: String { "\(present) of \(ids) ids" }
        static let all = [Scale(ids: 8, present: 3), Scale(ids: 40, present: 20), Scale(ids: 400, present: 300)]
    }

    @Test(arguments: 0..<12, Scale.all)
    private func `any batches leave what naive ones leave`(seed: UInt64, scale: Scale) throws {
        var random = SeededGenerator(seed: seed)
        var pair = Pair()
        var held: [(table: Items, items: [Item])] = []
        for number in 0..<2 {
            pair.expected[number] = (0..<scale.present).map { Item(id: $0, value: number) }
            pair.tables[number] = Items(pair.expected[number])
        }
        for _ in 0..<60 {
            let old = pair.expected
            for message in 0..<Int.random(in: 1...5, using: &random) {
                pair.begin(batch: message == 0)
                let before = pair.expected
                for _ in 0..<Int.random(in: 0...6, using: &random) { step(&pair, &held, scale.ids, &random) }
                try #require(pair.tables.map(Array.init) == pair.expected)
                for number in 0..<2 {
                    try expectDifference(
                        pair.tables[number], pair.before[number], from: before[number], to: pair.expected[number])
                }
                if Int.random(in: 0..<3, using: &random) == 0 {
                    pair.rollBack()
                    pair.expected = before
                }
                for number in 0..<2 { try expect(pair.tables[number], pair.expected[number], ids: scale.ids) }
                for copy in held { try #require(Array(copy.table) == copy.items) }
            }
            for number in 0..<2 {
                try expectDifference(
                    pair.tables[number], pair.batch[number], from: old[number], to: pair.expected[number])
                try expectDifference(
                    pair.tables[number], Items(old[number]), from: old[number], to: pair.expected[number])
            }
            if Int.random(in: 0..<8, using: &random) == 0 {
                for number in 0..<2 { pair.tables[number].returnToOriginal(&pair.batch[number]) }
                pair.expected = old
            }
        }
    }
}

extension TableBatchModelTests {
    private func expect(_ table: Items, _ items: [Item], ids: Int) throws {
        try #require(Array(table) == items)
        try #require(items.map { table.position(of: $0.id) } == Array(items.indices))
        let present = Set(items.map(\.id))
        try #require((0..<ids).filter { table.contains(id: $0) != present.contains($0) } == [])
    }

    private func expectDifference(_ table: Items, _ original: Items, from old: [Item], to new: [Item]) throws {
        guard case .some(let elements, let order) = table.difference(since: original) else { return }
        // The elements, each once.
        try #require(Set(elements.map(\.id)).count == elements.count)
        var entities = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0) })
        for (id, former) in elements {
            try #require(entities[id] == former)
            try #require(former != nil || table.contains(id: id))
            entities[id] = table[id: id]
        }
        try #require(entities == Dictionary(uniqueKeysWithValues: new.map { ($0.id, $0) }))
        // The order, with no id touched twice, and none for nothing.
        var ids = old.map(\.id)
        var touched: [Int] = []
        for step in order {
            switch step {
            case .insert(let id, let position):
                try #require(!old.contains { $0.id == id })
                ids.insert(id, at: position)
                touched.append(id)
            case .remove(let id, let position):
                try #require(ids.remove(at: position) == id)
                try #require(!new.contains { $0.id == id })
                touched.append(id)
            case .move(let id, let from, let to):
                try #require(from != to)
                try #require(ids.remove(at: from) == id)
                ids.insert(id, at: to)
                touched.append(id)
            }
        }
        try #require(ids == new.map(\.id))
        try #require(Set(touched).count == touched.count)
        try #require(order.isEmpty || old.map(\.id) != ids)
    }

    private func step(
        _ pair: inout Pair, _ held: inout [(table: Items, items: [Item])], _ ids: Int, _ random: inout SeededGenerator
    ) {
        let number = Int.random(in: 0..<2, using: &random)
        switch Int.random(in: 0..<40, using: &random) {
        case 0:
            pair.tables[number] = []
            pair.expected[number] = []
        case 1:
            pair.tables[number] = Items(pair.tables[number].filter { $0.id % 3 > 0 })
            pair.expected[number] = pair.expected[number].filter { $0.id % 3 > 0 }
        case 2:
            pair.tables[number] = pair.tables[1 - number]
            pair.expected[number] = pair.expected[1 - number]
        case 3:
            pair.tables.swapAt(0, 1)
            pair.expected.swapAt(0, 1)
        case 4:
            var (copy, items) = (pair.tables[number], pair.expected[number])
            edit(&copy, &items, ids, &random)
            (pair.tables[number], pair.expected[number]) = (copy, items)
        case 5, 6:
            held.append((pair.tables[number], pair.expected[number]))
            if held.count > 6 { held.remove(at: Int.random(in: 0..<6, using: &random)) }
        case 7, 8:
            guard let index = held.indices.randomElement(using: &random) else { return }
            // Taken out, so that it may be the only one that has it.
            var (copy, items) = held.remove(at: index)
            edit(&copy, &items, ids, &random)
            held.append((copy, items))
        case 9:
            guard let index = held.indices.randomElement(using: &random) else { return }
            (pair.tables[number], pair.expected[number]) = held[index]
        case 10:
            pair.expected[number].reverse()
            pair.tables[number].replaceAll(with: pair.expected[number])
        default:
            edit(&pair.tables[number], &pair.expected[number], ids, &random)
        }
    }

    private func edit(_ table: inout Items, _ items: inout [Item], _ ids: Int, _ random: inout SeededGenerator) {
        let item = Item(id: Int.random(in: 0..<ids, using: &random), value: Int.random(in: 0..<1000, using: &random))
        let position = Int.random(in: 0...max(items.count, 1), using: &random)
        let index = items.firstIndex { $0.id == item.id }
        switch Int.random(in: 0..<9, using: &random) {
        case 0:
            table.updateOrAppend(item)
            if let index { items[index] = item } else { items.append(item) }
        case 1:
            table.updateOrInsert(item, at: position)
            if let index { items[index] = item } else { items.insert(item, at: min(position, items.count)) }
        case 6:
            table.append(item)
            if index == nil { items.append(item) }
        case 7:
            table.insert(item, at: position)
            if index == nil { items.insert(item, at: min(position, items.count)) }
        case 8:
            table[id: item.id] = item.value % 5 == 0 ? nil : item
            switch (index, item.value % 5 == 0) {
            case (let index?, true): items.remove(at: index)
            case (let index?, false): items[index] = item
            case (nil, true): break
            case (nil, false): items.append(item)
            }
        case 2:
            table.remove(item.id)
            if let index { items.remove(at: index) }
        case 3:
            table.move(item.id, to: position)
            guard let index else { return }
            let moved = items.remove(at: index)
            items.insert(moved, at: min(position, items.count))
        case 4:
            table.update(item.id) { $0.value = item.value }
            if let index { items[index] = item }
        default:
            let other = Item(id: item.value % ids, value: item.value)
            table.update(item.id) { $0 = other }
            guard let index else { return }
            items[index] = other
            if let taken = items.indices.first(where: { $0 != index && items[$0].id == other.id }) {
                items[taken] = other
                items.remove(at: index)
            }
        }
    }
}
