import AditJSON
import AditState
import Testing

/// An id with a hash of its own, which the table has to do with.
private struct Poor: Hashable {
    var number: Int
    var hash: Int

    static func == (left: Poor, right: Poor) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

private struct Item: Identifiable {
    var id: Poor
}

/// GIVEN ids whose hashes collide WHEN a table has them THEN it finds each, slower.
struct TableHashTests {
    private func id(_ number: Int, _ hashes: Int) -> Poor { Poor(number: number, hash: number % hashes) }

    @Test(arguments: [1, 2, 50])
    func `ids of the same hash are told apart`(hashes: Int) {
        var table = Table<Poor, Item>()
        for number in 0..<1500 { table.append(Item(id: id(number, hashes))) }
        #expect(table.count == 1500)
        for number in stride(from: 0, to: 1500, by: 3) { table.remove(id(number, hashes)) }
        table.move(id(1, hashes), to: 700)
        table.move(id(700, hashes), to: 0)
        for number in 0..<1600 {
            #expect(table.contains(id: id(number, hashes)) == (number < 1500 && number % 3 != 0))
        }
        for (position, item) in table.enumerated() { #expect(table.position(of: item.id) == position) }
    }

    @Test func `an element gets another id of the same hash, whether that is free or not`() {
        var table = Table<Poor, Item>((0..<10).map { Item(id: id($0, 1)) })
        table.update(id(3, 1)) { $0 = Item(id: id(20, 1)) }
        table.update(id(4, 1)) { $0 = Item(id: id(7, 1)) }
        #expect(table.map(\.id.number) == [0, 1, 2, 20, 5, 6, 7, 8, 9])
        for (position, item) in table.enumerated() { #expect(table.position(of: item.id) == position) }
        #expect(!table.contains(id: id(3, 1)) && !table.contains(id: id(4, 1)))
    }

    @Test func `the index finds what was added, moved and removed while it grew`() {
        var table = Table<UUID, Entry>()
        // Ids that a host counts.
        let ids = (0..<30_000).map { UUID(high: 0x4000, low: 0x8000_0000_0000_0000 | UInt64($0)) }
        for id in ids { table.append(Entry(id: id)) }
        for id in ids where id.hashValue % 5 == 0 { table.remove(id) }
        for (position, entry) in table.enumerated() { #expect(table.position(of: entry.id) == position) }
        #expect(ids.allSatisfy { table.contains(id: $0) == ($0.hashValue % 5 != 0) })
    }
}

private struct Entry: Identifiable {
    var id: UUID
}
