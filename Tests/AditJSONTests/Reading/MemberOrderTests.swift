@testable import AditJSON
import TestSupport
import Testing

/// GIVEN the text of a value WHEN its members come in another order than the type declares THEN it is the same value, or
/// refused at the same place.
struct MemberOrderTests {
    @Test(arguments: 0..<40)
    func `values of everything that the wire has`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            try expectSame(Rich.random(using: &random, depth: 1), using: &random)
            try expectSame(RichMessage.random(using: &random, depth: 2), using: &random)
        }
    }

    private func expectSame(_ value: some WireCodable & Equatable, using random: inout SeededGenerator) throws {
        let text = try encoded(value)
        #expect(try decoded(from: text) == value)
        let shuffled = try #require(JSON(text: text)).shuffled(using: &random)
        #expect(try decoded(from: shuffled) == value, "\(shuffled)")
    }

    @Test(arguments: [
        #"{"move":{"x":1,"y":2}}"#, #"{"move":{"y":2,"x":1}}"#, #"{"move":{"\u0078":1,"y":2}}"#,
        #"{"move":{"y" :2,"\u0078" : 1}}"#, #"{ "move" : { "\u0079" : 2 , "\u0078" : 1 } }"#,
    ])
    func `keys may have escapes`(text: String) throws {
        #expect(try decoded(RichMessage.self, from: text) == decoded(from: #"{"move":{"x":1,"y":2}}"#))
    }

    @Test func `a key has the bytes of its name, also of a name with escapes`() throws {
        func read(_ text: String) throws -> Int? {
            try withJSON(text) { reader in
                var value: Int?
                var members = try reader.members()
                repeat { try members.read(#""caf\u00e9":"#, into: &value) } while try members.hasMore()
                return value
            }
        }
        #expect(try read(#"{"caf\u00e9":1}"#) == 1)
        #expect(try read("{\"caf\u{e9}\":1}") == 1)
        #expect(throws: CodingFailure.self) { try read("{\"cafe\u{301}\":1}") }
    }

    @Test(arguments: [#"{"move":{"x":1,"\u0078":2}}"#, #"{"move":{"y":2,"\u0078":1,"x":1}}"#])
    func `a key that is there twice is found, however it is written`(text: String) {
        #expect(throws: JSONSyntaxError.self) { try decoded(RichMessage.self, from: text) }
    }

    @Test(arguments: 0..<60)
    func `values that are not what they should be`(seed: UInt64) throws {
        var random = SeededGenerator(seed: 500 + seed)
        var refused = 0
        for _ in 0..<60 {
            if Bool.random(using: &random) {
                if try isRefused(RichMessage.random(using: &random, depth: 2), using: &random) { refused += 1 }
            } else {
                if try isRefused(Rich.random(using: &random, depth: 1), using: &random) { refused += 1 }
            }
        }
        #expect(refused > 0)
    }

    private func isRefused<T: WireCodable & Equatable>(_ value: T, using random: inout SeededGenerator) throws -> Bool {
        var json = try #require(JSON(text: encoded(value)))
        json.damage(using: &random)
        let (text, shuffled) = (json.description, json.shuffled(using: &random))
        let (read, other) = (result(T.self, text), result(T.self, shuffled))
        switch (read, other) {
        case (.success(let value), .success(let other)): #expect(value == other, "\(shuffled)")
        case (.failure(let failure), .failure(let other)): #expect(failure.path == other.path, "\(text) \(shuffled)")
        default: Issue.record("\(text): \(read); \(shuffled): \(other)")
        }
        if case .failure = read { return true }
        return false
    }

    private func result<T: WireCodable>(_: T.Type, _ text: String) -> Result<T, CodingFailure> {
        Result { () throws(CodingFailure) in
            do { return try decoded(T.self, from: text) } catch {
                throw error as? CodingFailure ?? CodingFailure(path: "?", reason: "\(error)")
            }
        }
    }

    @Test(arguments: [
        #"{"move":{"x":1,"x":2}}"#, #"{"move":{"x":1,"y":2,"x":3}}"#, #"{"move":{"y":1},"move":{}}"#,
        #"{"move":{"z":1},"stop":{}"#, #"{"move":{"x":"a"},"stop":{}]"#, #"{"mov":{"x":"a"}} x"#,
        #"{"list":[{"stop":{}},{"stop":7}],"#, #"{"byName":{"a":{"stop":{}},"a":{"stop":{}}}}"#,
        #"{"title":7,"a":{"b":1,"b":2}}"#, #"{"rename":7,"#, #"{"rename":"a\x"}"#, #"{"rename":nul}"#, "nul", "[1",
    ])
    func `an error of syntax comes before one of shape`(text: String) {
        #expect(throws: JSONSyntaxError.self) { try decoded(RichMessage.self, from: text) }
        #expect(throws: JSONSyntaxError.self) { try decoded(Rich.self, from: text) }
        #expect(throws: JSONSyntaxError.self) { try decoded(JSON.self, from: text) }
        #expect(throws: JSONSyntaxError.self) { try decoded([String: RichMessage].self, from: text) }
    }
}

extension JSON {
    /// The value as text, with the members of each object in any order, and with white space anywhere.
    fileprivate func shuffled(using random: inout some RandomNumberGenerator) -> String {
        switch self {
        case .object(let members):
            let texts = members.map { (key, value) in
                "\(JSON.string(key).description)\(Bool.random(using: &random) ? ": " : " :")\(value.shuffled(using: &random))"
            }
            return "{ \(texts.shuffled(using: &random).joined(separator: ",")) }"
        case .array(let elements):
            return "[\(elements.map { $0.shuffled(using: &random) }.joined(separator: " ,"))]"
        default: return description
        }
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
