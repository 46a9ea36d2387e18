import Adit
import AditJSON
import AditState
import Testing

@Model private struct Item: Equatable {
    var text = "t"
    var number = 0.5
    var note: String?
    var any = JSON.null
    var level = Percent(1)
    var levels = [Percent(1)]
    var box: Crate?
    var pair = Couple(first: Crate(id: 1, label: "a"), second: [Int?]())
    var kind = Kind.one(1)
    enum Kind: Equatable { case one(Int) }

    static func == (left: Item, right: Item) -> Bool { left.text == right.text }
}

@Model private struct Holder<Content> {
    var content: Content
}

/// GIVEN a model WHEN a member of it changes THEN that is told, as exactly as its type allows.
struct MemberChangesTests {
    private func changed(_ edit: (inout Item) -> Void) throws -> [String] {
        var item = Item()
        edit(&item)
        return try changeTexts(from: Item(), to: item)
    }

    @Test func `a plain value is replaced`() throws {
        #expect(try changed { $0.text = "x" } == [#"replace /text "x""#])
        #expect(try changed { $0.number = 1 } == ["replace /number 1.0"])
        #expect(try changed { $0.kind = .one(2) } == [#"replace /kind {"one":2}"#])
        #expect(try changed { _ in } == [])
    }

    @Test func `a value that cannot say that it is equal is compared by its text`() throws {
        #expect(try changed { $0.level = Percent(2) } == ["replace /level 2"])
        #expect(try changed { $0.levels.append(Percent(2)) } == ["add /levels/1 2"])
        #expect(
            try changed {
                $0.level = Percent(1)
                $0.levels = [Percent(1)]
            } == [])
    }

    @Test func `what is absent comes and goes`() throws {
        let (empty, full) = (Item(), Item(note: "n", any: .bool(true), box: Crate(id: 1, label: "a")))
        #expect(
            try changeTexts(from: empty, to: full) == [
                #"add /note "n""#, "add /any true", #"add /box {"id":1,"label":"a","pages":[]}"#,
            ])
        #expect(try changeTexts(from: full, to: empty) == ["remove /note", "remove /any", "remove /box"])
    }

    @Test func `a model tells of its members`() throws {
        #expect(try changed { $0.pair.first.label = "b" } == [#"replace /pair/first/label "b""#])
        #expect(try changed { $0.pair.second = [nil] } == ["add /pair/second/0 null"])
        let (old, new) = (Item(box: Crate(id: 1, label: "a")), Item(box: Crate(id: 1, label: "a", owner: "b")))
        #expect(try changeTexts(from: old, to: new) == [#"add /box/owner "b""#])
    }

    @Test func `a type parameter is told as what it stands for`() throws {
        #expect(try changeTexts(from: Holder(content: 1), to: Holder(content: 2)) == ["replace /content 2"])
        #expect(try changeTexts(from: Holder(content: Int?(1)), to: Holder(content: nil)) == ["remove /content"])
        #expect(try changeTexts(from: Holder(content: [1]), to: Holder(content: [1, 2])) == ["add /content/1 2"])
        let (old, new) = (Crate(id: 1, label: "a"), Crate(id: 1, label: "b"))
        #expect(
            try changeTexts(from: Holder(content: old), to: Holder(content: new)) == [#"replace /content/label "b""#])
        #expect(try changeTexts(from: Couple(first: old, second: 1), to: Couple(first: new, second: 1)).count == 1)
        #expect(
            try changeTexts(from: Holder(content: Percent(1)), to: Holder(content: Percent(2))) == [
                "replace /content 2"
            ])
    }

    @Test func `an optional of an optional is null, or absent`() throws {
        typealias Twice = Holder<Int??>
        let (none, null, one) = (Twice(content: nil), Twice(content: .some(nil)), Twice(content: 1))
        #expect(try changeTexts(from: none, to: null) == ["add /content null"])
        #expect(try changeTexts(from: null, to: one) == ["replace /content 1"])
        #expect(try changeTexts(from: one, to: null) == ["replace /content null"])
        #expect(try changeTexts(from: null, to: none) == ["remove /content"])
    }

    @Test func `what JSON has no value for is an error`() {
        #expect(throws: CodingFailure.self) { try changed { $0.number = .infinity } }
        #expect(throws: CodingFailure.self) {
            try changeTexts(from: Holder(content: ["": 1]), to: Holder(content: ["\0": 1]))
        }
    }

    @Test func `keys are escaped in paths`() throws {
        #expect(
            try changeTexts(from: Holder(content: ["a/b": ["~": 1]]), to: Holder(content: ["a/b": ["~": 2]])) == [
                "replace /content/a~1b/~0 2"
            ])
    }
}
