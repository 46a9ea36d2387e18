import Adit
import AditJSON
import Glibc
import TestSupport
import Testing

/// GIVEN messages that are the same in every run WHEN they are written by generated code and by the bridge THEN both
/// are the golden file, to the byte, and read it back.
///
/// `ADIT_WRITE_GOLDENS=1 swift test --filter GoldenFileTests` writes the file anew, where the wire is meant to change.
struct GoldenFileTests {
    private let path = "\(#filePath)".replacingSuffix("GoldenFileTests.swift", by: "messages.ndjson")

    private let messages: [RichMessage] = {
        var random = SeededGenerator(seed: 2026)
        return (0..<60).map { _ in .random(using: &random, depth: 2) }
    }()

    @Test func `the wire is as it was`() throws {
        let lines = try messages.map { message in
            let writer = JSONWriter()
            try encodeWire(message, to: writer)
            return writer.text
        }
        if getenv("ADIT_WRITE_GOLDENS") != nil { write(lines.map { $0 + "\n" }.joined()) }
        let golden = try #require(read()).split(separator: "\n").map(String.init)
        #expect(golden.count == messages.count)
        #expect(lines == golden)
        #expect(try messages.map(written) == golden)
        for (message, line) in zip(messages, golden) {
            #expect(try withJSON(line) { try RichMessage(reading: $0) } == message)
            #expect(try AditJSONTests.read(RichMessage.self, line) == message)
        }
    }

    private func read() -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func write(_ text: String) {
        guard let file = fopen(path, "w") else { return }
        fputs(text, file)
        fclose(file)
    }
}

extension String {
    func replacingSuffix(_ suffix: String, by other: String) -> String {
        hasSuffix(suffix) ? dropLast(suffix.count) + other : self
    }
}
