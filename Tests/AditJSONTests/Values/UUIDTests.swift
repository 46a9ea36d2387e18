import AditJSON
import TestSupport
import Testing

struct UUIDTests {
    @Test(arguments: [
        "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff",
        "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
        "01234567-89ab-cdef-0123-456789abcdef",
    ])
    func `a text is read, in either case, and written in lower case`(text: String) throws {
        let uuid = try #require(UUID(text))
        #expect(uuid.description == text)
        #expect(UUID(text.uppercased()) == uuid)
        expectWire([uuid], "[\"\(text)\"]")
    }

    @Test func `the bits stand where the text says`() {
        #expect(
            UUID(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210).description
                == "01234567-89ab-cdef-fedc-ba9876543210")
        #expect(
            UUID("01234567-89ab-cdef-fedc-ba9876543210")
                == UUID(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210))
    }

    @Test(arguments: [
        "", "6ba7b810", "6ba7b8109dad11d180b400c04fd430c8", "6ba7b810-9dad-11d1-80b4-00c04fd430c",
        "6ba7b810-9dad-11d1-80b4-00c04fd430c88",
        "6ba7b810-9dad-11d1-80b4_00c04fd430c8", "6ba7b810-9dad-11d1-80b-400c04fd430c8",
        "6ba7b81g-9dad-11d1-80b4-00c04fd430c8",
        "{6ba7b810-9dad-11d1-80b4-00c04fd430c8}", " 6ba7b810-9dad-11d1-80b4-00c04fd430c8",
        "6ba7b81é-9dad-11d1-80b4-00c04fd430c",
        "6ba7b81\u{0}-9dad-11d1-80b4-00c04fd430c8", "６ba7b810-9dad-11d1-80b4-00c04fd430",
        "6ba7b810-9dad-11d1-80b4-00c04fd430+8",
    ])
    func `what is no UUID is refused`(text: String) {
        #expect(UUID(text) == nil)
    }

    @Test func `at each place only a digit is read, or the dash`() {
        let text = Array("6ba7b810-9dad-11d1-80b4-00c04fd430c8".utf8)
        for place in text.indices {
            for byte in UInt8(0)..<0x80 {
                var changed = text
                changed[place] = byte
                let isRight =
                    text[place] == UInt8(ascii: "-") ? byte == text[place] : Character(Unicode.Scalar(byte)).isHexDigit
                let uuid = UUID(String(decoding: changed, as: UTF8.self))
                #expect((uuid != nil) == isRight, "byte \(byte) at \(place)")
                #expect(uuid.map { $0.description == String(decoding: changed, as: UTF8.self).lowercased() } ?? true)
            }
        }
    }

    @Test func `on the wire the refusal says what would be right`() {
        #expect(
            refusal(of: #"[["6ba7"]]"#, as: [[UUID]].self)
                == "[0][0]: found \"6ba7\"; a UUID such as 6ba7b810-9dad-11d1-80b4-00c04fd430c8 is expected")
        #expect(refusal(of: "[7]", as: [UUID].self) == "[0]: found the number 7; a string is expected")
    }

    @Test func `any text form is the way back`() {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<1000 {
            let uuid = UUID(high: random.next(), low: random.next())
            #expect(UUID(uuid.description) == uuid)
            #expect(UUID(uuid.description.uppercased()) == uuid)
        }
    }

    @Test func `a random one is of version 4 and variant 10, the rest is drawn`() {
        var random = SeededGenerator(seed: 5)
        var high: (ones: UInt64, zeros: UInt64) = (0, 0)
        var low: (ones: UInt64, zeros: UInt64) = (0, 0)
        for _ in 0..<1000 {
            let hexadecimal = Array(UUID(using: &random).description)
            #expect(hexadecimal[14] == "4")
            #expect("89ab".contains(hexadecimal[19]))
            let digits = hexadecimal.filter { $0 != "-" }
            let halves = (UInt64(String(digits[..<16]), radix: 16) ?? 0, UInt64(String(digits[16...]), radix: 16) ?? 0)
            high = (high.ones | halves.0, high.zeros | ~halves.0)
            low = (low.ones | halves.1, low.zeros | ~halves.1)
        }
        #expect(high == (0xFFFF_FFFF_FFFF_4FFF, 0xFFFF_FFFF_FFFF_BFFF))
        #expect(low == (0xBFFF_FFFF_FFFF_FFFF, 0x7FFF_FFFF_FFFF_FFFF))
    }

    @Test func `the same draws make the same UUID`() {
        var first = SeededGenerator(seed: 6)
        var second = SeededGenerator(seed: 6)
        #expect(UUID(using: &first) == UUID(using: &second))
        #expect(UUID(using: &first) != UUID(using: &first))
    }
}
