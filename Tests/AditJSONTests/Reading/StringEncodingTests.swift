@testable import AditJSON
import TestSupport
import Testing

/// GIVEN bytes in a string, at any place of it WHEN they are read THEN they are where they are UTF-8, and only there.
///
/// UTF-8 is what the standard library takes for it; that jansson agrees, `JanssonTests` and `EncodingTests` see.
struct StringEncodingTests {
    /// Those at which something begins or ends: of control characters, quotes, backslashes, and of UTF-8's bytes.
    private static let edges: [UInt8] = [
        0x00, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x5B, 0x5C, 0x5D, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1,
        0xC2,
        0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xF7, 0xF8, 0xFF,
    ]

    /// What a string is expected to be: nil unless it is UTF-8 without anything that has to be escaped.
    private func isPlain(_ bytes: [UInt8]) -> Bool {
        String(validating: bytes, as: UTF8.self) != nil && !bytes.contains { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }
    }

    private func expect(_ bytes: [UInt8], before: Int, after: Int, sourceLocation: SourceLocation = #_sourceLocation) {
        let string = [UInt8](repeating: 0x61, count: before) + bytes + [UInt8](repeating: 0x62, count: after)
        let text = [0x22] + string + [0x22]
        // What an escape means, jansson knows.
        if bytes.contains(0x5C) {
            compareWithJansson(text, sourceLocation: sourceLocation)
            return
        }
        let read = try? withJSON(text, depth: 0) { $0.utf8.map(Array.init) }
        let isRight = read == (isPlain(bytes) ? string : nil)
        if !isRight { Issue.record("\(before) bytes, \(bytes), \(after) bytes", sourceLocation: sourceLocation) }
    }

    @Test func `all pairs of bytes`() {
        for first in UInt8.min ... .max {
            for second in UInt8.min ... .max {
                let place = (Int(first) * 7 + Int(second)) % 64
                expect([first, second], before: place, after: 63 - place)
            }
        }
    }

    @Test func `pairs of edges, at all places`() {
        for first in Self.edges {
            for second in Self.edges {
                for place in 0..<64 { expect([first, second], before: place, after: place % 5) }
            }
        }
    }

    @Test(arguments: [0, 5, 29, 30, 31])
    func `three edges`(before: Int) {
        for first in Self.edges where first >= 0x80 {
            for second in Self.edges where second >= 0x5D {
                for third in Self.edges where third >= 0x5D {
                    expect([first, second, third], before: before, after: Int(third) % 3)
                }
            }
        }
    }

    @Test(arguments: [0, 3, 30])
    func `four edges`(before: Int) {
        for first in Self.edges where first >= 0xC0 {
            for second in Self.edges where (0x7F...0xC2).contains(second) {
                for third in Self.edges where (0x7F...0xC2).contains(third) {
                    for fourth in Self.edges where (0x7F...0xC2).contains(fourth) {
                        expect([first, second, third, fourth], before: before, after: Int(fourth) % 2)
                    }
                }
            }
        }
    }

    @Test(arguments: 0..<40)
    func `scalars of all lengths, some bytes of them changed`(seed: UInt64) {
        var random = SeededGenerator(seed: 800 + seed)
        for _ in 0..<200 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 0...60, using: &random) {
                let range: ClosedRange<UInt32> =
                    [0x20...0x7E, 0x410...0x44F, 0x80...0x7FF, 0x800...0xFFFF, 0x1_0000...0x10_FFFF]
                    .randomElement(using: &random) ?? 0x20...0x7E
                let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random)) ?? " "
                for _ in 0..<Int.random(in: 1...4, using: &random) { bytes += Array(String(scalar).utf8) }
            }
            expect(bytes, before: 0, after: 0)
            guard !bytes.isEmpty else { continue }
            bytes[Int.random(in: 0..<bytes.count, using: &random)] = Self.edges.randomElement(using: &random) ?? 0
            expect(bytes, before: 0, after: 0)
            expect(Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random))), before: 0, after: 0)
        }
    }

    @Test func `nothing is read behind the text`() {
        // The end of a page that nothing follows would show it; here what follows is what would be taken for the end.
        let text = Array("\"äöüäöüäöüäöüäöüäöüäöüäöü\"\"\"\"\"\"\"\"\"".utf8)
        for start in 0..<8 {
            for end in start...text.count {
                text.withUnsafeBytes { text in
                    let part = UnsafeRawBufferPointer(rebasing: text[start..<end])
                    let read = try? JSONReader.read(part, depth: 1) { $0.utf8.map(Array.init) }
                    #expect(read == (try? withJSON(part, depth: 1) { $0.utf8.map(Array.init) }))
                }
            }
        }
    }
}
