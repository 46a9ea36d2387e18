import AditJSON
import Testing

/// A text of one to five characters.
private struct Short: Codable, Equatable {
    var text: String
    struct TooLong: Error, CustomStringConvertible {
        var count: Int
        var description: String { "\(count) characters; at most 5 are allowed" }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        text = try container.decode(String.self)
        if text.isEmpty {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "found no text; one is expected")
        }
        if text.count > 5 { throw TooLong(count: text.count) }
    }
}

/// Not an empty range; written as an object.
private struct Span: Decodable, Equatable {
    var from: Int, to: Int
    enum Keys: CodingKey { case from, to }
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        from = try container.decode(Int.self, forKey: .from)
        to = try container.decode(Int.self, forKey: .to)
        guard from < to else {
            throw DecodingError.dataCorruptedError(
                forKey: .to, in: container, debugDescription: "found \(to); more than \(from) is expected")
        }
    }
}

private enum Message: Decodable, Equatable { case rename(Short), rename2(to: Short), spans([Span]), other(Int) }

private struct Lookup: Decodable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Span.Keys.self)
        throw DecodingError.keyNotFound(Span.Keys.to, .init(codingPath: container.codingPath, debugDescription: "gone"))
    }
}

private struct Offset: Decodable, Equatable {
    var sum: Int
    static var key: CodingUserInfoKey? { CodingUserInfoKey(rawValue: "offset") }
    init(from decoder: any Decoder) throws {
        let offset = Offset.key.flatMap { decoder.userInfo[$0] } as? Int
        sum = try decoder.singleValueContainer().decode(Int.self) + (offset ?? 0)
    }
}

/// GIVEN a type with its own `init(from:)` WHEN that throws THEN the error has the path and the type's own words.
struct CustomDecodingTests {
    @Test(arguments: [
        (#"{"rename":""}"#, "rename: found no text; one is expected"),
        (#"{"rename2":{"to":""}}"#, "rename2.to: found no text; one is expected"),
        (#"{"spans":[{"from":1,"to":2},{"from":2,"to":2}]}"#, "spans[1].to: found 2; more than 2 is expected"),
    ])
    func `a decoding error of its own`(text: String, says: String) {
        #expect(refusal(of: text, as: Message.self) == says)
    }

    @Test(arguments: [
        (#"{"rename":"too long"}"#, "rename: 8 characters; at most 5 are allowed"),
        (#"{"rename2":{"to":"longer"}}"#, "rename2.to: 6 characters; at most 5 are allowed"),
    ])
    func `an error of another kind`(text: String, says: String) {
        #expect(refusal(of: text, as: Message.self) == says)
    }

    @Test func `an error of another kind at the top and in an array`() {
        #expect(refusal(of: #"["short","longer"]"#, as: [Short].self) == "[1]: 6 characters; at most 5 are allowed")
        #expect(refusal(of: "[{}]", as: [Lookup].self) == #"[0]: missing key "to""#)
    }

    @Test func `what it catches itself is its own kind`() throws {
        struct Catching: Decodable {
            var wasTooLong: Bool
            init(from decoder: any Decoder) throws {
                do {
                    _ = try decoder.singleValueContainer().decode([Short].self)
                    wasTooLong = false
                } catch is Short.TooLong {
                    wasTooLong = true
                }
            }
        }
        #expect(try read(Catching.self, #"["much too long"]"#).wasTooLong)
    }

    @Test func `it finds what it was given for its decoder, at any depth`() throws {
        let key = try #require(Offset.key)
        #expect(try read([[Offset]].self, "[[1],[2]]", userInfo: [key: 10]) == [[Offset(11)], [Offset(12)]])
        #expect(try read([Offset].self, "[1]") == [Offset(1)])
    }

    @Test func `an error while writing has the path as well`() {
        struct Refusing: Encodable {
            func encode(to encoder: any Encoder) throws {
                throw EncodingError.invalidValue(
                    self, .init(codingPath: encoder.codingPath, debugDescription: "not today"))
            }
        }
        struct Failing: Encodable {
            func encode(to _: any Encoder) throws { throw Short.TooLong(count: 9) }
        }
        #expect(refusal(ofWriting: ["a": [Refusing()]]) == "a[0]: not today")
        #expect(refusal(ofWriting: ["a": [Failing()]]) == "a[0]: 9 characters; at most 5 are allowed")
    }
}

extension Offset {
    fileprivate init(_ sum: Int) { self.sum = sum }
}
