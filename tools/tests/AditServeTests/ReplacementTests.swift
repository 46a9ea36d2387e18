import NIOCore
import Testing

@testable import AditServe

/// Returns where the bytes of a changed text were, by its changes in their order.
private func origins(of count: Int, _ changes: [Replacement]) -> [Int] {
    (0..<count).map { offset in changes.reversed().reduce(offset) { $1.origin(of: $0) } }
}

/// GIVEN texts that are changed on their way WHEN an error has an offset in the new one THEN it is known in the old one.
@Suite struct ReplacementTests {
    @Test(arguments: ["7", "", "xyz", "more"])
    func anOffsetIsThatOfTheSameByte(new: String) {
        "ab123cd".withBytes { text in
            let (changed, change) = text.replacing(text.suffix(from: 2).prefix(3), with: new)
            #expect(String(buffer: changed) == "ab\(new)cd")
            let origins = origins(of: changed.readableBytes + 1, [change])
            #expect(origins.prefix(2) == [0, 1])
            #expect(origins.suffix(3) == [5, 6, 7])
            #expect(origins.dropFirst(2).dropLast(3).allSatisfy { (2...5).contains($0) })
            #expect(origins == origins.sorted())
        }
    }

    /// Bug: all that was put in was taken to be before the place of the error.
    @Test(
        arguments: [
            #"{}"#, #"{"state":1}"#, #"{"state":1,"clients":["@get"]}"#, #"{"clients":["@get"] ,"state":1}"#,
            #"{"state":1,"clients":{},"x":2}"#, #"{"clients":{"messages":[]}}"#, #"{"\u0063lients":[],"x":2}"#,
        ], [true, false])
    func theBytesOfAConfigAreFoundInThatOfTheClient(config: String, isMixed: Bool) {
        let trust = config.withBytes { TrustConfig($0, hasTrustedClients: true, isMixed: isMixed) }
        let (old, new) = (Array(config.utf8), Array(trust.config.readableBytesView))
        let origins = origins(of: new.count, trust.changes)
        // What was put in leads to the byte behind it, so each byte is the last one that leads to its place.
        for (place, byte) in old.enumerated() {
            let last = origins.lastIndex(of: place)
            #expect(last.map { new[$0] } == byte)
        }
        #expect(origins == origins.sorted())
    }
}
