import AditJSON
import Testing

/// A message of an older form, in which the cases had other values.
private enum Old: Decodable, Equatable { case move(by: Int), stop(Int) }
private enum New: Decodable, Equatable { case move(x: Int), stop(x: Int) }

/// The same keys, of a struct.
private struct Both: Decodable, Equatable {
    var move: Target?
    var stop: Target?
    struct Target: Decodable, Equatable { var x: Int }
}

/// Tries one type, then another, on the same value: by a container or, where `userInfo` says so, on the decoder itself.
private enum Either<First: Decodable & Equatable, Second: Decodable & Equatable>: Decodable, Equatable {
    case first(First), second(Second)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let isHandedOn = CodingUserInfoKey.isHandedOn.map { decoder.userInfo[$0] != nil } ?? false
        if let first = try? isHandedOn ? First(from: decoder) : container.decode(First.self) {
            self = .first(first)
        } else {
            self = .second(try isHandedOn ? Second(from: decoder) : container.decode(Second.self))
        }
    }
}

extension CodingUserInfoKey {
    fileprivate static var isHandedOn: CodingUserInfoKey? { CodingUserInfoKey(rawValue: "isHandedOn") }
}

/// GIVEN a type that tries a message, then something else of the same keys WHEN the second succeeds THEN what the first
/// asked for is no matter, and unknown keys are refused all the same.
struct MessageRetryTests {
    private func either<First, Second>(
        _ first: First.Type, _ second: Second.Type, _ text: String, isHandedOn: Bool
    ) throws -> Either<First, Second> {
        let key = try #require(CodingUserInfoKey.isHandedOn)
        return try read(Either<First, Second>.self, text, userInfo: isHandedOn ? [key: true] : [:])
    }

    @Test(arguments: [false, true])
    func `another message`(isHandedOn: Bool) throws {
        func read(_ text: String) throws -> Either<Old, New> {
            try either(Old.self, New.self, text, isHandedOn: isHandedOn)
        }
        #expect(try read(#"{"move":{"by":1}}"#) == .first(.move(by: 1)))
        #expect(try read(#"{"stop":1}"#) == .first(.stop(1)))
        #expect(try read(#"{"move":{"x":1}}"#) == .second(.move(x: 1)))
        #expect(try read(#"{"stop":{"x":1}}"#) == .second(.stop(x: 1)))
        #expect(throws: CodingFailure.self) { try read(#"{"move":{"x":1,"y":2}}"#) }
        #expect(throws: CodingFailure.self) { try read(#"{"stop":{"x":1,"y":2}}"#) }
        #expect(throws: CodingFailure.self) { try read(#"{"move":{"x":1},"stop":{"x":1}}"#) }
        #expect(throws: CodingFailure.self) { try read("{}") }
    }

    @Test(arguments: [false, true])
    func `a struct`(isHandedOn: Bool) throws {
        func read(_ text: String) throws -> Either<Old, Both> {
            try either(Old.self, Both.self, text, isHandedOn: isHandedOn)
        }
        #expect(try read(#"{"move":{"by":1}}"#) == .first(.move(by: 1)))
        #expect(try read(#"{"move":{"x":1}}"#) == .second(Both(move: .init(x: 1))))
        #expect(try read(#"{"stop":{"x":1}}"#) == .second(Both(stop: .init(x: 1))))
        #expect(try read(#"{"move":{"x":1},"stop":{"x":2}}"#) == .second(Both(move: .init(x: 1), stop: .init(x: 2))))
        #expect(try read("{}") == .second(Both()))
        #expect(throws: CodingFailure.self) { try read(#"{"move":{"x":1,"y":2}}"#) }
        #expect(throws: CodingFailure.self) { try read(#"{"move":{"x":1},"halt":{"x":1}}"#) }
    }

    @Test(arguments: [false, true])
    func `a dictionary`(isHandedOn: Bool) throws {
        func read(_ text: String) throws -> Either<Old, [String: [String: Int]]> {
            try either(Old.self, [String: [String: Int]].self, text, isHandedOn: isHandedOn)
        }
        #expect(try read(#"{"stop":1}"#) == .first(.stop(1)))
        #expect(try read(#"{"move":{"x":1}}"#) == .second(["move": ["x": 1]]))
        #expect(try read(#"{"move":{"x":1},"stop":{}}"#) == .second(["move": ["x": 1], "stop": [:]]))
    }
}
