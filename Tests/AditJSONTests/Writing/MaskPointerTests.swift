@testable import AditJSON
import Testing

/// GIVEN a text with masks in place of secrets WHEN it is asked where they are THEN each has the pointer by which its
/// value is found.
struct MaskPointerTests {
    private typealias Secrets = [String: [Secret<String>]]

    private func writer(of value: some WireCodable) throws -> JSONWriter {
        let writer = JSONWriter()
        writer.masksSecrets = true
        writer.maskPlaces = []
        try value.write(to: writer)
        return writer
    }

    @Test func `keys are escaped as those of a pointer, not as those of JSON`() throws {
        let secrets: Secrets = ["a/b": [Secret("1")], "\"q\"\\\n~": [Secret("2"), Secret("3")]]
        let written = try writer(of: secrets)
        #expect(written.maskPointers == ["/\"q\"\\\n~0/0", "/\"q\"\\\n~0/1", "/a~1b/0"])
        try JSONReader.read(written.bytes, depth: 8) { reader in
            for pointer in written.maskPointers {
                #expect(reader[keys: JSONPointer(pointer)?.tokens[...] ?? []]?.string == "***")
            }
        }
    }

    @Test func `a failure's path has the key itself`() {
        let writer = JSONWriter()
        let failure = #expect(throws: CodingFailure.self) {
            try encodeWire(["a\"b": [1, Double.infinity]], to: writer)
        }
        #expect(failure?.path == "a\"b[1]")
    }

    @Test func `many are found in one scan of the text`() throws {
        let count = 50_000
        let written = try writer(of: ["keys": Array(repeating: Secret("s"), count: count)])
        let start = processorTimeOfThread()
        let pointers = written.maskPointers
        #expect(processorTimeOfThread() - start < .seconds(2))
        #expect(pointers.count == count && pointers.last == "/keys/\(count - 1)")
    }
}
