@testable import AditJSON
import TestSupport
import Testing

/// GIVEN the text of a value WHEN it is read by a tape THEN it is the same value, or refused in the same words.
struct TapeReadingTests {
    private func expectSame<T: WireCodable & Equatable>(_ type: T.Type, _ text: String) throws -> Bool {
        let (taped, parsed) = try readTwice(type, text)
        guard let taped else { return false }
        #expect(taped == parsed, "\(text)")
        return true
    }

    @Test(arguments: 0..<20)
    func `values of everything that the wire has`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let writer = JSONWriter()
            try encodeWire(Rich.random(using: &random, depth: 1), to: writer)
            _ = try expectSame(Rich.self, writer.text)
            writer.truncate(to: 0)
            try encodeWire(RichMessage.random(using: &random, depth: 2), to: writer)
            _ = try expectSame(RichMessage.self, writer.text)
        }
    }

    @Test(arguments: 0..<30)
    func `values that are not what they should be`(seed: UInt64) throws {
        var random = SeededGenerator(seed: 500 + seed)
        var read = 0
        for _ in 0..<60 {
            let writer = JSONWriter()
            let isMessage = Bool.random(using: &random)
            if isMessage {
                try encodeWire(RichMessage.random(using: &random, depth: 2), to: writer)
            } else {
                try encodeWire(Rich.random(using: &random, depth: 1), to: writer)
            }
            var json = try #require(JSON(writer.bytes))
            for _ in 0..<Int.random(in: 1...2, using: &random) { json.damage(using: &random) }
            writer.truncate(to: 0)
            try encodeWire(json, to: writer)
            let isRead =
                isMessage ? try expectSame(RichMessage.self, writer.text) : try expectSame(Rich.self, writer.text)
            if isRead { read += 1 }
        }
        #expect(read > 0)
    }

    @Test(arguments: [
        "1", "-1", "1.0", "128", "1e2", "0.5", "null", "\"1\"", "true", "{}", "[]", "[1]", "{\"a\":1}", "1e300", "-0.0",
    ])
    func `single values`(text: String) throws {
        _ = try expectSame(Int.self, text)
        _ = try expectSame(Int8.self, text)
        _ = try expectSame(UInt32.self, text)
        _ = try expectSame(Double.self, text)
        _ = try expectSame(Float.self, text)
        _ = try expectSame(Bool.self, text)
        _ = try expectSame(String.self, text)
        _ = try expectSame(UUID.self, text)
        _ = try expectSame(Timestamp.self, text)
        _ = try expectSame(CalendarDay.self, text)
        _ = try expectSame([Int].self, text)
        _ = try expectSame([String: Int].self, text)
        _ = try expectSame([Int: Int?].self, text)
        _ = try expectSame(RichMessage.Shade.self, text)
        _ = try expectSame(JSON.self, text)
        #expect(try expectSame(Int?.self, text))
    }

    @Test(arguments: [
        "{}", #"{"move":{"x":1}}"#, #"{"move":{"y":1}}"#, #"{"move":{"x":null}}"#, #"{"move":{"x":1,"z":1}}"#,
        #"{"mov":{}}"#,
        #"{"stop":{},"list":[]}"#, #"{"stop":{"a":1}}"#, #"{"list":[{"stop":{}},{"level":"a"}]}"#, "null", "7",
        #"{"byName":{"a":{"stop":{}},"b":{"list":7}}}"#, #"{"shade":"grey"}"#, #"{"shade":{}}"#, #"{"title":null}"#,
        #"{"due":{"at":"soon","shade":"light"}}"#, #"{"rename":"a\n\"b\""}"#,
    ])
    func `messages`(text: String) throws { #expect(try expectSame(RichMessage.self, text)) }

    @Test func `an array of values that take much`() throws {
        #expect(try expectSame([[[Int]]].self, "[[],[[1],[2,3]],[[]],[[4],[5],[6]]]"))
        #expect(try expectSame([JSON].self, #"[{"a":[1,{"b":2}]},7,[[8]],{"c":{}}]"#))
    }
}

extension JSON {
    /// Changes something somewhere.
    fileprivate mutating func damage(using random: inout some RandomNumberGenerator) {
        let others: [JSON] = [
            .null, .bool(true), .integer(7), .integer(-1), .number(0.5), .string("x"), .array([]), .object([:]),
            .object(["stop": .object([:])]),
        ]
        switch self {
        case .object(var members) where !members.isEmpty && Int.random(in: 0..<5, using: &random) > 0:
            guard let key = members.keys.sorted().randomElement(using: &random) else { return }
            switch Int.random(in: 0..<6, using: &random) {
            case 0: members[key] = nil
            case 1: members[key + "x"] = members.removeValue(forKey: key)
            case 2: members["other"] = .integer(1)
            default: members[key]?.damage(using: &random)
            }
            self = .object(members)
        case .array(var elements) where !elements.isEmpty && Int.random(in: 0..<5, using: &random) > 0:
            let index = Int.random(in: 0..<elements.count, using: &random)
            elements[index].damage(using: &random)
            self = .array(elements)
        default: self = others.randomElement(using: &random) ?? .null
        }
    }
}
