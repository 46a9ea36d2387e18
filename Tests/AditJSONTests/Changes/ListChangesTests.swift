import Adit
import AditJSON
import TestSupport
import Testing

/// GIVEN an array WHEN it changes THEN it is told in as few operations as there can be.
struct ListChangesTests {
    @Test(
        arguments: [
            ("", "a", ["add /0 a"]), ("ab", "abc", ["add /2 c"]), ("ab", "cab", ["add /0 c"]),
            ("ab", "acb", ["add /1 c"]),
            ("aa", "aaa", ["add /2 a"]), ("ab", "abcd", ["add /2 c", "add /3 d"]),
            ("a", "", ["remove /0"]), ("abc", "bc", ["remove /0"]), ("abc", "ac", ["remove /1"]),
            ("abc", "ab", ["remove /2"]),
            ("abcde", "ace", ["remove /1", "remove /2"]), ("abc", "adc", ["replace /1 d"]),
            ("ab", "ba", ["move /0 -> /1"]), ("abcd", "bcda", ["move /0 -> /3"]), ("abcd", "dabc", ["move /3 -> /0"]),
            ("xabcy", "xbcay", ["move /1 -> /3"]), ("xabcy", "xcaby", ["move /3 -> /1"]),
            ("abcd", "bcde", ["remove /0", "add /3 e"]), ("abcdef", "axcyef", ["replace /1 x", "replace /3 y"]),
            ("abc", "xbyc", ["replace /0 x", "add /2 y"]), ("abc", "", ["replace  []"]), ("ab", "ab", []), ("", "", []),
        ] as [(String, String, [String])])
    func `operations are few`(_ old: String, _ new: String, _ operations: [String]) throws {
        let texts = try changeTexts(from: old.map(String.init), to: new.map(String.init))
        #expect(texts.map { $0.replacing("\"", with: "") } == operations)
    }

    @Test func `elements that are models tell of their members`() throws {
        let boxes = (0..<5).map { Crate(id: $0, label: "b") }
        var others = boxes
        for index in others.indices { others[index].label = "c\(index)" }
        #expect(
            try changeTexts(from: boxes, to: others) == (0..<5).map { #"replace /\#($0)/label "c\#($0)""# })
        others = boxes
        others[1].pages = [7]
        others.remove(at: 3)
        #expect(try changeTexts(from: boxes, to: others) == ["add /1/pages/0 7", "remove /3"])
    }

    @Test func `nil is null`() throws {
        #expect(try changeTexts(from: [1, 2], to: [1, nil]) == ["replace /1 null"])
        #expect(try changeTexts(from: [1, nil], to: [1, 2]) == ["replace /1 2"])
        #expect(try changeTexts(from: [1] as [Int?], to: [1, nil]) == ["add /1 null"])
        #expect(try changeTexts(from: [1, nil], to: [1]) == ["remove /1"])
    }

    @Test func `a long list of which most has changed is told as a whole`() throws {
        let (old, new) = (Array(0..<100), (0..<100).map { $0 < 60 ? -$0 - 1 : $0 })
        #expect(try changeTexts(from: old, to: new) == [try "replace  \(encoded(new))"])
        // Few of many are told one by one, and so are models, which may have little to tell.
        #expect(try changeTexts(from: old, to: Array(0..<60)).count == 40)
        let boxes = old.map { Crate(id: $0, label: "b") }
        #expect(try changeTexts(from: boxes, to: boxes.map { Crate(id: $0.id, label: "c") }).count == 100)
    }

    @Test(arguments: [(60, 80), (80, 60), (80, 80)])
    func `of much that has changed in a long list, no shortest way is looked for`(_ old: Int, _ new: Int) throws {
        let middle = { (count: Int, first: Int) in Array(0..<100) + (first..<(first + count)) + Array(100..<200) }
        let (list, other) = (middle(old, 1000), middle(new, 2000))
        let operations = try changes(from: list, to: other)
        #expect(operations.count == 80)
        #expect(try JSONPatch.apply(operations, to: JSON(list)) == JSON(other))
    }

    @Test func `a list in the same memory is not looked at`() throws {
        // GIVEN a list whose elements cannot be written
        let list = Array(repeating: Holder(number: .nan), count: 3)
        // WHEN it is compared with itself THEN nobody tries
        #expect(try changeTexts(from: list, to: list) == [])
        #expect(throws: CodingFailure.self) { try changeTexts(from: list, to: list + [list[0]]) }
    }

    private struct Holder: WireCodable {
        let number: Double

        init(number: Double) { self.number = number }
        init(reading reader: JSONReader) throws(CodingFailure) { number = try Double(reading: reader) }
        func write(to writer: JSONWriter) throws(CodingFailure) { try number.write(to: writer) }
        static func schema(in definitions: SchemaDefinitions) -> Schema { Double.schema(in: definitions) }
    }

    @Test(arguments: 0..<100)
    func `operations turn any list into any other`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let sizes = [3, 10, 70, 200]
        let make = { (random: inout SeededGenerator) in
            let count = Int.random(in: 0...(sizes.randomElement(using: &random) ?? 0), using: &random)
            return (0..<count).map { _ in random.small() }
        }
        let old = make(&random)
        var new = make(&random)
        #expect(try JSONPatch.apply(changes(from: old, to: new), to: JSON(old)) == JSON(new))
        // And into what it is after a few edits, also in lists of what is no number.
        new = old
        for _ in 0..<3 { random.edit(&new) { $0.small() } }
        #expect(try JSONPatch.apply(changes(from: old, to: new), to: JSON(old)) == JSON(new))
        let (oldLevels, newLevels) = (old.map { Percent($0) }, new.map { Percent($0) })
        #expect(try changeTexts(from: oldLevels, to: newLevels) == changeTexts(from: old, to: new))
        let (oldBoxes, newBoxes) = (
            old.map { Crate(id: 1, label: "\($0)") }, new.map { Crate(id: 1, label: "\($0)") }
        )
        #expect(try JSONPatch.apply(changes(from: oldBoxes, to: newBoxes), to: JSON(oldBoxes)) == JSON(newBoxes))
    }

    @Test(arguments: 0..<30)
    func `a single edit is a single operation`(seed: UInt64) throws {
        var random = SeededGenerator(seed: 500 + seed)
        let list = (0..<Int.random(in: 1...100, using: &random)).map { _ in random.small() }
        let (position, other) = (
            Int.random(in: list.indices, using: &random), Int.random(in: list.indices, using: &random)
        )
        var edited = list
        edited.insert(9, at: position)
        #expect(try changes(from: list, to: edited).count == 1)
        #expect(try changes(from: edited, to: list).count == 1)
        edited = list
        edited[position] = 9
        #expect(try changes(from: list, to: edited).count == 1)
        edited.insert(edited.remove(at: position), at: other)
        let unmoved = list.enumerated().map { $0 == position ? 9 : $1 }
        #expect(try changes(from: unmoved, to: edited).count == (position == other ? 0 : 1))
    }
}
