import Adit
import AditJSON
import AditState
import Testing

@Model
private struct Item: Identifiable, Sendable {
    var id: Int
    var name: String
}

@Model
private struct Named: Identifiable, Sendable {
    var id: String
    var name: String
}

@Model
private struct Box: Sendable {
    var entities: Table<Int, Item>
}

@Model
private struct Outer: Sendable {
    var inner: Box
    var name: String
}

/// GIVEN that elements of a table are followed WHEN messages end THEN it is known at a glance whether one of these was
/// touched.
struct TableGlanceTests {
    private static let edits: [(name: String, touches: Set<Int>, edit: @Sendable (inout Table<Int, Item>) -> Void)] = [
        ("nothing", [], { _ in }),
        ("an update", [3], { $0.update(3) { $0.name = "new" } }),
        ("a new value", [3], { $0.update(Item(id: 3, name: "new")) }),
        ("an append", [10], { $0.append(Item(id: 10, name: "")) }),
        ("two appends", [10, 11], { for id in [10, 11] { $0.append(Item(id: id, name: "")) } }),
        ("an insert", [10], { $0.insert(Item(id: 10, name: ""), at: 2) }),
        ("a removal", [3], { $0.remove(3) }),
        ("a move", [3], { $0.move(3, to: 0) }),
        (
            "an append behind an insert", [10, 11],
            {
                $0.insert(Item(id: 10, name: ""), at: 2)
                $0.append(Item(id: 11, name: ""))
            }
        ),
        (
            "updates of two", [3, 4],
            {
                $0.update(3) { $0.name = "new" }
                $0.update(4) { $0.name = "new" }
            }
        ),
        (
            "a removal behind an append", [3, 10],
            {
                $0.append(Item(id: 10, name: ""))
                $0.remove(3)
            }
        ),
    ]

    private func followed(_ ids: some Sequence<Int>, and others: [String] = []) throws -> SubscriptionTree {
        let root = SubscriptionTree()
        for path in ids.map({ "/entities/\($0)" }) + others {
            let pointer = try #require(JSONPointer(path))
            root.add(Subscriber(pointer), at: pointer.tokens[...])
        }
        return root
    }

    /// Whether an edit of eight elements may concern those who follow parts of them.
    private func concerns(_ root: SubscriptionTree, _ edit: (inout Table<Int, Item>) -> Void) -> Bool {
        var items = Table((0..<8).map { Item(id: $0, name: "") })
        var original = Table<Int, Item>()
        items.saveOriginal(in: &original)
        edit(&items)
        return items.mayConcern(SubscriptionFilter(root), since: &original)
    }

    @Test func `an edit concerns those who follow what it touches, and nobody else`() throws {
        // Of one, of a few, and of more than are compared one by one; some of them are not there.
        for ids in [[3], [7], [10], [11, 4], Array(20..<30), Array(0..<5)] {
            let root = try followed(ids)
            for (name, touches, edit) in Self.edits {
                #expect(concerns(root, edit) == !touches.isDisjoint(with: ids), "\(name), where \(ids) are followed")
            }
        }
    }

    @Test func `where more than elements is followed, whatever changes the table may concern somebody`() throws {
        for root in [
            try followed([7], and: ["/ids"]), try followed([], and: ["/entities"]), try followed([], and: ["/ids/2"]),
        ] {
            for (name, touches, edit) in Self.edits {
                #expect(concerns(root, edit) == !touches.isEmpty, "\(name)")
            }
        }
    }

    @Test func `a table that another one was put in the place of may concern everybody`() throws {
        #expect(concerns(try followed([7])) { $0 = [] })
    }

    @Test func `what is followed later, or not any more, counts from then on`() throws {
        let root = try followed([7])
        let pointer = try #require(JSONPointer("/entities/3"))
        let subscriber = Subscriber(pointer)
        var items = Table((0..<8).map { Item(id: $0, name: "") })
        var original = Table<Int, Item>()
        items.saveOriginal(in: &original)
        items.update(3) { $0.name = "new" }
        for round in 1...2 {
            #expect(!items.mayConcern(SubscriptionFilter(root), since: &original), "\(round)")
            root.add(subscriber, at: pointer.tokens[...])
            #expect(items.mayConcern(SubscriptionFilter(root), since: &original), "\(round)")
            root.remove(subscriber, at: pointer.tokens[...])
        }
    }

    @Test func `tables and structs of several types may be in one place, one after the other`() throws {
        let root = try followed([3])
        var items = Table((0..<8).map { Item(id: $0, name: "") })
        var named = Table((0..<8).map { Named(id: "\($0)", name: "") })
        var box = Box(entities: items)
        var originals = (items: Table<Int, Item>(), named: Table<String, Named>(), box: Box(entities: []))
        for id in [3, 4] {
            items.forgetChanges()
            items.saveOriginal(in: &originals.items)
            items.update(id) { $0.name = "new" }
            named.forgetChanges()
            named.saveOriginal(in: &originals.named)
            named.update("\(id)") { $0.name = "new" }
            box.forgetChanges()
            box.saveOriginal(in: &originals.box)
            box.entities.update(id) { $0.name = "new" }
            let glance = SubscriptionFilter(root)
            #expect(items.mayConcern(glance, since: &originals.items) == (id == 3))
            #expect(named.mayConcern(glance, since: &originals.named) == (id == 3))
            // The pointer leads to the table's own members here, which is more than a glance can tell.
            #expect(box.mayConcern(glance, since: &originals.box))
        }
    }

    @Test func `of a struct in a struct, only what is followed of its members is looked at`() throws {
        let root = try followed([], and: ["/inner/entities/entities/3"])
        var outer = Outer(inner: Box(entities: Table((0..<8).map { Item(id: $0, name: "") })), name: "")
        var original = outer
        for (edit, isConcerned) in [
            ({ $0.inner.entities.update(3) { $0.name = "new" } }, true),
            ({ $0.inner.entities.update(4) { $0.name = "new" } }, false),
            ({ $0.name = "new" }, false),
            ({ $0.inner.entities = [] }, true),
        ] as [((inout Outer) -> Void, Bool)] {
            outer.forgetChanges()
            outer.saveOriginal(in: &original)
            edit(&outer)
            #expect(outer.mayConcern(SubscriptionFilter(root), since: &original) == isConcerned)
        }
    }

    @Test func `a member that is followed later, or not any more, counts from then on`() throws {
        let root = try followed([], and: ["/inner/entities/entities/3"])
        let pointer = try #require(JSONPointer("/name"))
        let subscriber = Subscriber(pointer)
        var outer = Outer(inner: Box(entities: [Item(id: 3, name: "")]), name: "")
        var original = outer
        outer.saveOriginal(in: &original)
        outer.name = "new"
        for round in 1...2 {
            #expect(!outer.mayConcern(SubscriptionFilter(root), since: &original), "\(round)")
            root.add(subscriber, at: pointer.tokens[...])
            #expect(outer.mayConcern(SubscriptionFilter(root), since: &original), "\(round)")
            root.remove(subscriber, at: pointer.tokens[...])
        }
    }
}
