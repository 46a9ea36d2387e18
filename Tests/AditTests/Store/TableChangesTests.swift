import Adit
import AditJSON
import AditState
import TestSupport
import Testing

@Model
private struct Part: Codable, Equatable, Identifiable, Sendable {
    var id: String
    var size: Int
}

@Model
private struct Item: Codable, Equatable, Identifiable, Sendable {
    var id: Int
    var name: String
    var note: String?
    var parts: Table<String, Part> = []
}

private typealias Items = Table<Int, Item>

private func text(_ value: some WireCodable) throws -> String {
    let writer = JSONWriter()
    try value.write(to: writer)
    return writer.text
}

extension Change {
    fileprivate var brief: String {
        "\(operation) " + (from.map { "\($0) " } ?? "") + path + (value.map { " \($0)" } ?? "")
    }
}

/// GIVEN a table whose original was kept WHEN it has changed THEN what is told of it leads from what it was to what it
/// is.
struct TableChangesTests {
    private let items: Items = [
        Item(id: 1, name: "one", parts: [Part(id: "a", size: 1), Part(id: "b/c", size: 2)]), Item(id: 2, name: "two"),
        Item(id: 3, name: "three"),
    ]

    private func changes(_ items: Items? = nil, after edit: (inout Items) -> Void) throws -> [String] {
        var (items, before) = (items ?? self.items, Items())
        items.saveOriginal(in: &before)
        edit(&items)
        return try changes(since: before, items).map(\.brief)
    }

    private func changes(since before: Items, _ items: Items) throws -> ChangeSet {
        let changes = ChangeWriter(nil, wantsAll: true)
        try items.writeChanges(since: before, to: changes)
        return changes.set
    }

    @Test func `of an element, what has changed in it`() throws {
        let told = try changes {
            $0.update(2) { $0.name = "zwei" }
            $0.update(1) {
                $0.note = "new"
                $0.parts.update("b/c") { $0.size = 3 }
                $0.parts.remove("a")
            }
        }
        #expect(
            told == [
                #"replace /entities/2/name "zwei""#, #"add /entities/1/note "new""#,
                "remove /entities/1/parts/entities/a", "replace /entities/1/parts/entities/b~1c/size 3",
                "remove /entities/1/parts/ids/0",
            ])
    }

    @Test func `elements that come, go and are moved`() throws {
        #expect(
            try changes { $0.append(Item(id: 4, name: "four")) } == [
                #"add /entities/4 {"id":4,"name":"four","parts":{"ids":[],"entities":{}}}"#, #"add /ids/3 "4""#,
            ])
        #expect(try changes { $0.remove(2) } == ["remove /entities/2", "remove /ids/1"])
        #expect(try changes { $0.move(1, to: 2) } == ["move /ids/0 /ids/2"])
    }

    @Test func `nothing where it is what it was`() throws {
        let told = try changes {
            $0.update(2) { $0.name = "zwei" }
            $0.update(2) { $0.name = "two" }
            $0.move(1, to: 2)
            $0.move(1, to: 0)
            $0.append(Item(id: 4, name: "four"))
            $0.remove(4)
        }
        #expect(told == [])
    }

    @Test func `one that was assigned as a whole is replaced, unless it is equal`() throws {
        #expect(try changes { $0 = [] } == [#"replace  {"ids":[],"entities":{}}"#])
        #expect(try changes { $0 = Items($0.filter { $0.id > 0 }) } == [])
        #expect(try changes { $0 = Items($0.reversed()) }.count == 1)
        let other = try changes {
            $0 = Items($0)
            $0.update(2) { $0.name = "zwei" }
        }
        #expect(other.count == 1 && other[0].hasPrefix("replace  {"))
    }

    @Test(arguments: 0..<20)
    func `any changes lead to what there is`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var (items, before) = (self.items, Items())
        for _ in 0..<40 {
            let old = items
            var patched = try PatchedJSON(text(old))
            items.forgetChanges()
            items.saveOriginal(in: &before)
            for _ in 0..<Int.random(in: 0..<8, using: &random) { edit(&items, &random) }
            var other = patched
            for change in try changes(since: before, items) { try patched.apply(change) }
            #expect(try patched == PatchedJSON(text(items)))
            for change in try changes(since: old, items) { try other.apply(change) }
            #expect(other == patched)
        }
    }

    private func edit(_ items: inout Items, _ random: inout SeededGenerator) {
        let (id, value) = (Int.random(in: 0..<9, using: &random), Int.random(in: 0..<9, using: &random))
        let item = Item(id: id, name: "\(value)", parts: [Part(id: "\(value)", size: id)])
        switch Int.random(in: 0..<16, using: &random) {
        case 0: items = Items(items.filter { $0.id != id })
        case 1: items.append(item)
        case 2: items.updateOrAppend(item)
        case 3: items.insert(item, at: value)
        case 12: items.updateOrInsert(item, at: value)
        case 13: items[id: id] = value < 3 ? nil : item
        case 14: items[id: id] = Item(id: value, name: "assigned")
        case 15: items[id: id]?.parts.append(Part(id: "\(value)", size: id))
        case 4: items.remove(id)
        case 5...6: items.move(id, to: value)
        case 7: items.update(id) { $0 = Item(id: value, name: "new") }
        case 8: items.update(id) { $0.parts.append(Part(id: "\(value)", size: id)) }
        case 9: items.update(id) { $0.parts.move("\(value)", to: 0) }
        default: items.update(id) { $0.note = value < 5 ? nil : "\(value)" }
        }
    }
}
