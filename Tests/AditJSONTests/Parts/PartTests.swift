import Adit
import AditJSON
import AditState
import TestSupport
import Testing

/// GIVEN a value WHEN a part of it is read by a pointer THEN it is what the pointer leads to in the whole.
struct PartTests {
    /// What is written of a part, and how that is called; the failure's text where it cannot be.
    private func part<T: WireCodable>(
        _ pointer: String, of value: T, from: Int? = nil, limit: Int? = nil
    ) throws -> String {
        let pointer = try #require(JSONPointer(pointer))
        let window = from == nil && limit == nil ? nil : ListWindow(from: from ?? 0, limit: limit)
        let writer = JSONWriter()
        do {
            switch try writer.write(part: PartPath(pointer, window: window), of: value) {
            case .nothing: return writer.count == 0 ? "nothing" : "nothing, but \(writer.text)"
            case .value: return writer.text
            case .slice(let count): return "\(writer.text) of \(count)"
            }
        } catch {
            return "\(error)"
        }
    }

    @Test(arguments: 0..<30)
    func `every pointer leads to what it leads to in the text`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let shelf = Shelf.random(using: &random)
        let json = try JSON(shelf)
        for pointer in json.pointers {
            #expect(try JSON(text: part(pointer, of: shelf)) == JSONPatch.value(at: pointer, in: json), "\(pointer)")
        }
    }

    @Test(arguments: 0..<10)
    func `and nowhere where there is nothing`(seed: UInt64) throws {
        var random = SeededGenerator(seed: 100 + seed)
        let shelf = Shelf.random(using: &random)
        let json = try JSON(shelf)
        for pointer in json.pointers {
            for key in ["nothing", "", "-", "-1", "01", "99", "9223372036854775808", "~0", "flag", "note"] {
                let pointer = "\(pointer)/\(key)"
                guard JSONPatch.value(at: pointer, in: json) == nil else { continue }
                #expect(try part(pointer, of: shelf) == "nothing", "\(pointer)")
            }
        }
    }

    @Test func `RFC 6901's own pointers lead to its values`() throws {
        let text = JSONPointerTests.document
        let document = try #require(JSON(text: text))
        #expect(try JSON(text: part("", of: document)) == document)
        #expect(try part("/foo", of: document) == #"["bar","baz"]"#)
        let members: [String: Int] = [
            "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6, " ": 7, "m~n": 8,
        ]
        for (pointer, value) in [
            ("/", 0), ("/a~1b", 1), ("/c%d", 2), ("/e^f", 3), ("/g|h", 4), (#"/i\j"#, 5), (#"/k"l"#, 6), ("/ ", 7),
            ("/m~0n", 8),
        ] {
            #expect(try part(pointer, of: document) == "\(value)")
            #expect(try part(pointer, of: members) == "\(value)")
        }
    }

    @Test(
        arguments: [
            (0, nil, "[0,1,2,3,4] of 5"), (1, 2, "[1,2] of 5"), (nil, 2, "[0,1] of 5"), (3, nil, "[3,4] of 5"),
            (3, 9, "[3,4] of 5"), (5, 1, "[] of 5"), (9, nil, "[] of 5"), (2, 0, "[] of 5"), (-3, 1, "[0] of 5"),
            (1, -1, "[] of 5"), (.max, .max, "[] of 5"), (1, .max, "[1,2,3,4] of 5"),
        ] as [(Int?, Int?, String)])
    func `a window shows a part of a list`(_ from: Int?, _ limit: Int?, _ slice: String) throws {
        let list = Array(0..<5)
        #expect(try part("", of: list, from: from, limit: limit) == slice)
        #expect(try part("", of: list as [Int]?, from: from, limit: limit) == slice)
        #expect(try part("/a/1", of: ["a": [[], list]], from: from, limit: limit) == slice)
        // What has no parts of its own is read in its text.
        #expect(
            try part("/a", of: JSON.object(["a": .array((0..<5).map { .integer($0) })]), from: from, limit: limit)
                == slice)
    }

    @Test func `there is no window where there is no list`() throws {
        let value = Couple(first: Crate(id: 1, label: "a"), second: ["a": Int?.none])
        for (pointer, found) in [
            ("", "an object"), ("/first", "an object"), ("/second", "an object"), ("/second/a", "null"),
        ] {
            #expect(
                try part(pointer, of: value, from: 0)
                    == "\(pointer)\(pointer.isEmpty ? "" : ": ")found \(found); a list is expected where from or limit is given"
            )
        }
        #expect(
            try part("/first/label", of: value, limit: 1)
                == "/first/label: found a string; a list is expected where from or limit is given")
        #expect(try part("/first/owner", of: value, limit: 1) == "nothing")
    }

    @Test func `a model without members is all there is`() throws {
        #expect(try part("", of: Nothing()) == "{}")
        #expect(try part("/a", of: Nothing()) == "nothing")
        #expect(try changeTexts(from: Nothing(), to: Nothing()) == [])
    }

    @Model fileprivate struct Nothing {}

    @Test func `a key has one spelling`() throws {
        #expect(try part("/1", of: [1: "a"]) == #""a""#)
        for key in ["01", "+1", " 1", "1.0"] { #expect(try part("/\(key)", of: [1: "a"]) == "nothing") }
        // Also where others are read.
        #expect(try part("/x", of: [Letter(letter: "x"): 1]) == "1")
        #expect(try part("/X", of: [Letter(letter: "x"): 1]) == "nothing")
    }

    private struct Letter: WireKey {
        let letter: String
        var wireKey: String { letter }
        static var wirePattern: String? { nil }

        init(letter: String) { self.letter = letter }
        init?(wireKey text: String) { letter = text.lowercased() }
    }
}
