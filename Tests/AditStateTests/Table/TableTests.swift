import AditState
import Testing

private struct Item: Identifiable, Codable, Equatable {
    var id: String
    var text = ""
}

private typealias Items = Table<String, Item>

/// GIVEN a table WHEN it is edited THEN it keeps its order, and finds each element by its id.
struct TableTests {
    private let table: Items = [Item(id: "a", text: "A"), Item(id: "b", text: "B"), Item(id: "c", text: "C")]

    private func ids(_ table: Items) -> String { table.map(\.id).joined() }

    @Test func `it is a collection in its order`() {
        #expect(ids(table) == "abc")
        #expect(table.count == 3)
        #expect(table.first?.text == "A")
        #expect(table[1].text == "B")
        #expect(Items().isEmpty)
        #expect(Array(table.reversed()).map(\.id) == ["c", "b", "a"])
    }

    @Test func `it finds elements by their id`() {
        #expect(table[id: "b"]?.text == "B")
        #expect(table[id: "x"] == nil)
        #expect(Items()[id: "a"] == nil)
        #expect(table.contains(id: "b"))
        #expect(!table.contains(id: "x"))
    }

    @Test func `what is added comes last or at its position, and leaves one with its id as it is`() {
        var table = table
        let added = (table.append(Item(id: "d")), table.insert(Item(id: "e"), at: 1))
        #expect(added == (true, true))
        let doubled = (table.append(Item(id: "b", text: "new")), table.insert(Item(id: "c", text: "new"), at: 0))
        #expect(doubled == (false, false))
        #expect(ids(table) == "aebcd")
        #expect(table[id: "b"]?.text == "B")
        #expect(table[id: "c"]?.text == "C")
    }

    @Test func `one with its id is replaced, or what is new is added`() {
        var table = table
        let there = (
            table.updateOrAppend(Item(id: "b", text: "new")), table.updateOrInsert(Item(id: "c", text: "new"), at: 0)
        )
        #expect(there == (true, true))
        let new = (table.updateOrAppend(Item(id: "d")), table.updateOrInsert(Item(id: "e"), at: 1))
        #expect(new == (false, false))
        #expect(ids(table) == "aebcd")
        #expect(["b", "c"].map { table[id: $0]?.text } == ["new", "new"])
    }

    @Test func `of two with the same id a new table has the later one, in the place of the earlier`() {
        #expect(
            Items([Item(id: "a"), Item(id: "b"), Item(id: "a", text: "later")]) == [
                Item(id: "a", text: "later"), Item(id: "b"),
            ])
    }

    @Test func `what is assigned to an id replaces, appends or removes`() {
        var table = table
        table[id: "b"] = Item(id: "b", text: "new")
        table[id: "d"] = Item(id: "d", text: "D")
        table[id: "a"] = nil
        table[id: "x"] = nil
        #expect(table == [Item(id: "b", text: "new"), Item(id: "c", text: "C"), Item(id: "d", text: "D")])
        table[id: "c"]?.text += "!"
        table[id: "x"]?.text += "!"
        #expect(table.map(\.text) == ["new", "C!", "D"])
    }

    @Test func `an element of another id that is assigned takes the position of the one that was there`() {
        var table = table
        table[id: "b"] = Item(id: "z", text: "Z")
        #expect(ids(table) == "azc")
        table[id: "z"]?.id = "y"
        #expect(ids(table) == "ayc")
        // Where there is one with its id, it takes that one's place.
        table[id: "a"] = Item(id: "c", text: "new")
        #expect(table == [Item(id: "y", text: "Z"), Item(id: "c", text: "new")])
        table[id: "x"] = Item(id: "y", text: "newer")
        #expect(table == [Item(id: "y", text: "newer"), Item(id: "c", text: "new")])
    }

    @Test func `an element is changed in place`() {
        var table = table
        let result = table.update("b") { item in
            item.text += "!"
            return 7
        }
        #expect(result == 7)
        #expect(table[id: "b"]?.text == "B!")
        #expect(ids(table) == "abc")
        #expect(table.update("x") { _ in 7 } == nil)
    }

    @Test func `an element is put in the place of the one with its id`() {
        var table = table
        let (known, unknown) = (table.update(Item(id: "b", text: "new")), table.update(Item(id: "x")))
        #expect(known)
        #expect(!unknown)
        #expect(table[id: "b"]?.text == "new")
        #expect(ids(table) == "abc")
    }

    @Test func `changes of every kind are undone in their order`() {
        var table = table
        let before = table
        var original: Items = []
        table.saveOriginal(in: &original)
        table.append(Item(id: "d"))
        table.append(Item(id: "e"))
        table.update(Item(id: "d", text: "D"))
        table.append(Item(id: "f"))
        table.remove("a")
        table.updateOrAppend(Item(id: "b", text: "new"))
        table[id: "c"] = nil
        table[id: "g"] = Item(id: "g")
        table[id: "b"]?.text = "newer"
        table.replaceAll(with: [Item(id: "z"), Item(id: "a")])
        table.append(Item(id: "y"))
        table.returnToOriginal(&original)
        #expect(table == before)
        #expect(["a", "b", "c", "d", "z"].map { table[id: $0]?.text } == ["A", "B", "C", nil, nil])
    }

    @Test func `what is taken out is gone`() {
        var table = table
        #expect(table.remove("a")?.text == "A")
        #expect(table.remove("a") == nil)
        #expect(ids(table) == "bc")
        #expect(table[id: "c"]?.text == "C")
        table.append(Item(id: "a"))
        #expect(ids(table) == "bca")
        for id in ["b", "c", "a"] { table.remove(id) }
        #expect(table.isEmpty)
    }

    @Test func `an element with a new id stays at its position`() {
        var table = table
        table.update("b") { $0 = Item(id: "z", text: "Z") }
        #expect(ids(table) == "azc")
        #expect(table[id: "b"] == nil)
        #expect(table[id: "z"]?.text == "Z")
        #expect(table.position(of: "z") == 1)
        table.append(Item(id: "b"))
        #expect(ids(table) == "azcb")
    }

    @Test func `an element with the id of another one takes that one's place`() {
        var table = table
        table.update("a") { $0 = Item(id: "c", text: "new") }
        #expect(ids(table) == "bc")
        #expect(table[id: "a"] == nil)
        #expect(table[id: "c"]?.text == "new")
        #expect(table.position(of: "c") == 1)
    }

    @Test func `an update that throws is as far as it came, and the table whole`() {
        struct Enough: Error {}
        var table = table
        #expect(throws: Enough.self) {
            try table.update("b") { item in
                item.text = "so far"
                throw Enough()
            }
        }
        #expect(table[id: "b"]?.text == "so far")
        #expect(throws: Enough.self) {
            try table.update("a") { item in
                item.id = "z"
                throw Enough()
            }
        }
        #expect(ids(table) == "zbc")
        for item in table { #expect(table[id: item.id] == item) }
        #expect(table.remove("z")?.text == "A")
    }

    @Test func `other elements are put in the place of all`() {
        var table = table
        table.replaceAll(with: [Item(id: "c"), Item(id: "x"), Item(id: "c", text: "later")])
        #expect(table == [Item(id: "c", text: "later"), Item(id: "x")])
        #expect(table[id: "a"] == nil)
        table.replaceAll(with: table.reversed())
        #expect(ids(table) == "xc")
        table.replaceAll(with: [])
        #expect(table.isEmpty)
    }

    @Test func `tables are equal by their elements and order`() {
        var table = table
        #expect(table == self.table)
        table.update("a") { $0.text = "other" }
        #expect(table != self.table)
        #expect([Item(id: "a"), Item(id: "b")] as Items != [Item(id: "b"), Item(id: "a")])
    }

    @Test func `a copy is a value of its own`() {
        var copy = table
        copy.remove("b")
        copy.update("a") { $0.text = "changed" }
        #expect(ids(table) == "abc")
        #expect(table[id: "a"]?.text == "A")
        #expect(table[id: "c"]?.text == "C")
    }
}
