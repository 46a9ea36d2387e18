import AditJSON
import Testing

/// GIVEN a writer WHEN it grows, shrinks or forgets THEN what it still holds is as it was written.
struct WriterMemoryTests {
    @Test(arguments: [0, 1, 16, 17, 256, -1])
    func `it grows as it must, whatever it began with`(capacity: Int) {
        let writer = JSONWriter(capacity: capacity)
        var expected = ""
        for number in 0..<3000 {
            writer.write(number)
            writer.write(byte: UInt8(ascii: ";"))
            expected += "\(number);"
        }
        #expect(writer.text == expected)
        #expect(writer.count == expected.utf8.count)
        #expect(writer.bytes.count == writer.count)
    }

    @Test func `one write may be larger than all it holds`() {
        let writer = JSONWriter(capacity: 16)
        let large = String(repeating: "x", count: 1_000_000)
        writer.write(json: "a")
        writer.write(json: large)
        writer.write(large)
        #expect(writer.count == 2_000_003)
        #expect(writer.text == "a\(large)\"\(large)\"")
    }

    @Test(arguments: [(3, "abc"), (0, ""), (6, "abcdef"), (100, "abcdef"), (-1, "")])
    func `it goes back to an earlier count`(count: Int, text: String) {
        let writer = JSONWriter()
        writer.write(json: "abcdef")
        writer.truncate(to: count)
        #expect(writer.text == text)
        writer.write(json: "!")
        #expect(writer.text == text + "!")
    }

    @Test(arguments: [(0, "abcdef"), (1, "bcdef"), (5, "f"), (6, ""), (100, ""), (-3, "abcdef")])
    func `it drops its first bytes`(count: Int, text: String) {
        let writer = JSONWriter()
        writer.write(json: "abcdef")
        writer.dropFirst(count)
        #expect(writer.text == text)
        writer.write(json: "!")
        #expect(writer.text == text + "!")
    }

    @Test func `it gives memory back and keeps what it holds`() {
        let writer = JSONWriter()
        writer.write(json: String(repeating: "x", count: 100_000))
        writer.shrink(to: 1000)
        #expect(writer.count == 100_000, "more than the limit is held")
        writer.truncate(to: 3)
        writer.shrink(to: 1000)
        #expect(writer.text == "xxx")
        writer.write(json: String(repeating: "y", count: 5000))
        #expect(writer.text == "xxx" + String(repeating: "y", count: 5000))
    }

    @Test func `it can be written to after all memory was given back`() async {
        // In a process of its own: memory that is lost here is lost for all.
        await #expect(processExitsWith: .success) {
            for limit in [0, 1, -1] {
                let writer = JSONWriter(capacity: 4096)
                writer.shrink(to: limit)
                let other = JSONWriter(capacity: 4096)
                writer.write(json: "mine")
                other.write(json: "other")
                #expect(writer.text == "mine")
                #expect(other.text == "other")
            }
        }
    }

    @Test func `no bytes are nothing to write`() {
        let writer = JSONWriter()
        writer.write(raw: UnsafeRawBufferPointer(start: nil, count: 0))
        writer.write(json: "")
        #expect(writer.text == "")
        #expect(writer.count == 0)
    }
}
