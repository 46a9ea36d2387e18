import AditJSON
import Testing

/// GIVEN a dictionary WHEN it changes THEN what has come, gone and changed is told by its keys.
struct DictionaryChangesTests {
    @Test func `values come, go and change`() throws {
        #expect(
            try changeTexts(from: ["a": 1, "b": 2, "c": 3], to: ["b": 2, "c": 4, "d": 5]) == [
                "remove /a", "replace /c 4", "add /d 5",
            ])
        #expect(try changeTexts(from: [1: [1], -2: []], to: [1: [1, 2]]) == ["remove /-2", "add /1/1 2"])
        #expect(try changeTexts(from: ["a": Percent(1)], to: ["a": Percent(1)]) == [])
        #expect(try changeTexts(from: ["a": Percent(1)], to: ["a": Percent(2)]) == ["replace /a 2"])
    }

    @Test func `the order is that of the keys' bytes`() throws {
        let keys = ["b", "", "é", "a/b", "B", "~", "😀", "aa"]
        let new = Dictionary(uniqueKeysWithValues: keys.map { ($0, 1) })
        #expect(
            try changeTexts(from: [:], to: new)
                == ["/", "/B", "/a~1b", "/aa", "/b", "/~0", "/é", "/😀"].map { "add \($0) 1" })
    }

    @Test func `a nil value is null, and there all the same`() throws {
        let (none, null, one): ([String: Int?], [String: Int?], [String: Int?]) = ([:], ["a": nil], ["a": 1])
        #expect(try changeTexts(from: none, to: null) == ["add /a null"])
        #expect(try changeTexts(from: null, to: one) == ["replace /a 1"])
        #expect(try changeTexts(from: one, to: null) == ["replace /a null"])
        #expect(try changeTexts(from: null, to: none) == ["remove /a"])
    }

    @Test func `values that are models tell of their members`() throws {
        let (old, new) = (Crate(id: 1, label: "a"), Crate(id: 1, label: "b"))
        #expect(try changeTexts(from: ["x": old], to: ["x": new]) == [#"replace /x/label "b""#])
    }
}
