import AditCodable
import AditJSON
import TestSupport
import Testing

/// GIVEN texts that Unicode calls equal WHEN they are keys THEN their bytes count, however many combining marks they
/// have.
struct ByteStringTests {
    /// Marks that Unicode puts in another order.
    private let marks = String(repeating: "\u{301}\u{327}", count: 50_000)

    @Test func `texts are equal whose bytes are`() {
        #expect(ByteString("caf\u{e9}") != "cafe\u{301}")
        #expect(ByteString("caf\u{e9}") == "caf\u{e9}")
        #expect(ByteString("") == "")
        #expect(ByteString("a long text that lies elsewhere") == ByteString("a long text that lies " + "elsewhere"))
        #expect(ByteString("a long text that lies elsewhere") != ByteString("a long text that lies elsewherE"))
    }

    @Test func `texts are ordered by their bytes`() {
        #expect(ByteString("e\u{301}") < "\u{e9}" && ByteString("a") < "b" && ByteString("a") < "aa")
        #expect(!(ByteString("a") < "a"))
    }

    @Test func `marks by the hundred thousand are hashed and compared at once`() {
        var set: Set<ByteString> = []
        for number in 0..<10 { set.insert(ByteString("\(number)" + marks)) }
        #expect(set.count == 10)
        #expect(set.contains(ByteString("3" + marks)) && !set.contains(ByteString("3" + marks + "\u{301}")))
        #expect(ByteString(marks + "a") < ByteString(marks + "b"))
    }

    @Test func `a path may begin with them`() {
        // In the square of their number, they would take minutes.
        let path = "x" + String(repeating: marks, count: 20)
        let failure = CodingFailure(path: path, reason: "found null").within("rooms")
        #expect(ByteString(failure.path) == ByteString("rooms." + path))
        #expect(CodingFailure(path: "[1].a", reason: "").within("rooms").path == "rooms[1].a")
    }

    @Test func `it is a string on the wire, and a key`() throws {
        let rooms: [ByteString: Int] = ["caf\u{e9}": 1, "cafe\u{301}": 2]
        let writer = JSONWriter()
        try encodeWire(rooms, to: writer)
        #expect(writer.text == "{\"cafe\u{301}\":2,\"caf\u{e9}\":1}")
        let read = try withJSON(writer.text) {
            try [ByteString: Int](reading: $0)
        }
        #expect(read == rooms)
    }
}

/// GIVEN a key of many combining marks in a row WHEN a dictionary of String keys is read THEN it is refused, at once.
struct SlowKeyTests {
    private let marks = String(repeating: "\u{301}\u{327}", count: 50_000)

    private func failure<T>(_ read: (JSONReader) throws(CodingFailure) -> T, _ text: String) throws -> String? {
        try withJSON(text) { root in
            do throws(CodingFailure) {
                _ = try read(root)
                return nil
            } catch {
                return error.description
            }
        }
    }

    private let reason =
        "found a key with more than 128 combining marks in a row; a shorter one is expected, or a ByteString as the key's type"

    @Test func `by generated coding and by the bridge, and not where keys are compared by their bytes`() throws {
        for text in ["{\"\(marks)\":1}", "{\"a\":1,\"\(marks)\":1}"] {
            #expect(
                try failure({ (v) throws(CodingFailure) in try [String: Int](reading: v) }, text)
                    == reason)
            #expect(
                try failure({ (v) throws(CodingFailure) in try decodeBridged([String: Int].self, from: v) }, text)
                    == reason)
            #expect(
                try failure({ (v) throws(CodingFailure) in try JSON(reading: v) }, "[\(text)]") == nil)
            #expect(
                try failure({ (v) throws(CodingFailure) in try [ByteString: Int](reading: v) }, text)
                    == nil)
        }
    }

    private enum Word: String, Codable { case a, b }

    @Test func `a text that should be one of an enum's`() throws {
        func failure<T: Decodable>(_: T.Type, _ text: String) throws -> String? {
            try self.failure({ (value) throws(CodingFailure) in try decodeBridged(T.self, from: value) }, text)
        }
        let reason = "found a text with more than 128 combining marks in a row; another one is expected"
        #expect(try failure(Word.self, "\"a\(marks)\"") == reason)
        #expect(try failure([Word].self, "[\"a\",\"\(marks)\"]") == "[1]: \(reason)")
    }

    private enum Suit: String, WireKey {
        case hearts, spades
        static var wirePattern: String? { nil }
    }

    @Test func `a key that should be one of an enum's`() throws {
        func failure(_ text: String) throws -> String? {
            try self.failure({ (value) throws(CodingFailure) in try [Suit: Int](reading: value) }, text)
        }
        #expect(try failure(#"{"hearts":1}"#) == nil)
        // In the square of their number, they would take hours.
        let found = try failure("{\"\(String(repeating: marks, count: 20))\":1}")
        #expect(found?.utf8.starts(with: "found the key".utf8) == true)
    }

    @Test func `keys with fewer are read, and such as are stored`() throws {
        let few = String(repeating: "\u{301}", count: 128) + "a" + String(repeating: "\u{301}", count: 128)
        #expect(
            try failure({ (v) throws(CodingFailure) in try [String: Int](reading: v) }, "{\"\(few)\":1}")
                == nil)
        let more = "{\"\(String(repeating: "\u{301}", count: 129))\":1}"
        #expect(
            try failure({ (v) throws(CodingFailure) in try [String: Int](reading: v) }, more) == reason)
        SlowKey.$areTaken.withValue(true) {
            let found = try? failure({ (v) throws(CodingFailure) in try [String: Int](reading: v) }, more)
            #expect(found == .some(nil))
        }
    }
}
