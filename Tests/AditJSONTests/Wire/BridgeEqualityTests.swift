import Adit
import AditCodable
import AditJSON
import TestSupport
import Testing

/// GIVEN a type that is coded by the compiler's `Codable` and by generated code WHEN the same value is written by both
/// THEN the texts are equal to the byte, and each reads what the other wrote.
struct BridgeEqualityTests {
    private func expectEqual<T: Codable & Equatable & WireCodable>(_ value: T) throws {
        let writer = JSONWriter()
        try encodeWire(value, to: writer)
        let bridged = try written(value)
        #expect(writer.text == bridged)
        #expect(try withJSON(bridged) { try T(reading: $0) } == value)
        #expect(try read(T.self, writer.text) == value)
    }

    @Test(arguments: 0..<20)
    func `values of everything that the wire has`(seed: UInt64) throws {
        var random = SeededGenerator(seed: 2000 + seed)
        for _ in 0..<10 { try expectEqual(Rich.random(using: &random)) }
    }

    @Test(arguments: 0..<20)
    func `messages of every form`(seed: UInt64) throws {
        var random = SeededGenerator(seed: 3000 + seed)
        for _ in 0..<20 {
            let message = RichMessage.random(using: &random, depth: 3)
            try expectEqual(message)
            #expect(message.casePath == bridgedCasePath(of: message))
        }
    }

    /// Each text is mutated; what one reads the other reads as the same value, and what one refuses so does the other.
    @Test(arguments: 0..<10)
    func `both refuse the same texts`(seed: UInt64) throws {
        var random = SeededGenerator(seed: 4000 + seed)
        for _ in 0..<300 {
            let text = try written(RichMessage.random(using: &random, depth: 2))
            let mutated = mutate(Array(text.utf8), using: &random)
            let bridged = try? withJSON(mutated) { try decodeBridged(RichMessage.self, from: $0) }
            let generated = try? withJSON(mutated) { try RichMessage(reading: $0) }
            #expect(bridged == generated, "\(String(decoding: mutated, as: UTF8.self))")
        }
    }

    /// Replaces a token by another one, so that most results are JSON still.
    private func mutate(_ text: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
        let tokens = ["null", "{}", "[]", "1", "1.5", "-1", "true", "\"x\"", "{\"x\":1}", "1.0", "1e3", "300", "\"\""]
        var spans: [Range<Int>] = []
        var start: Int?
        for (position, byte) in text.enumerated() {
            let isEnd = byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
            if byte == UInt8(ascii: ":") || byte == UInt8(ascii: "[") { start = position + 1 }
            if isEnd, let begin = start, begin < position {
                spans.append(begin..<position)
                start = byte == UInt8(ascii: ",") ? position + 1 : nil
            }
        }
        guard let span = spans.randomElement(using: &random), let token = tokens.randomElement(using: &random) else {
            return text
        }
        return Array(text[..<span.lowerBound]) + Array(token.utf8) + Array(text[span.upperBound...])
    }
}
