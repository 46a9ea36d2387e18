import AditCodable
import AditJSON
import TestSupport
import Testing

/// GIVEN any value WHEN it is written THEN the text is valid JSON, and reads back as the value.
struct RoundTripTests {
    @Test(arguments: 0..<20)
    func `values of everything that the wire has`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<10 {
            let value = Rich.random(using: &random)
            let text = try written(value)
            #expect(isJSON(text))
            #expect(try read(Rich.self, text) == value)
            #expect(try written(read(Rich.self, text)) == text, "the same value is the same text")
        }
    }

    @Test(arguments: 0..<20)
    func `messages of every form`(seed: UInt64) throws {
        var random = SeededGenerator(seed: 1000 + seed)
        for _ in 0..<20 {
            let message = RichMessage.random(using: &random, depth: 3)
            let text = try written(message)
            #expect(isJSON(text))
            #expect(try read(RichMessage.self, text) == message)
        }
    }

    @Test func `texts are kept byte by byte`() throws {
        var random = SeededGenerator(seed: 10)
        let values = (0..<2000).map { _ in String.random(using: &random) }
        let back = try read([String].self, written(values))
        #expect(back.map { Array($0.utf8) } == values.map { Array($0.utf8) })
    }

    @Test func `a text cut short or with a byte changed is an error or a value, never a trap`() throws {
        var random = SeededGenerator(seed: 11)
        let bytes = Array(try written(RichMessage.random(using: &random, depth: 3)).utf8)
        for _ in 0..<3000 {
            var broken = bytes
            broken[Int.random(in: 0..<broken.count, using: &random)] = UInt8(truncatingIfNeeded: random.next())
            if Bool.random(using: &random) { broken.removeLast(Int.random(in: 0..<broken.count, using: &random)) }
            _ = try? withJSON(broken) { try decodeBridged(RichMessage.self, from: $0) }
        }
    }
}
