import Adit
import TestSupport
import Testing

@Model private enum Shade: String, CaseIterable {
    case light, dark = "very dark", `default`, none = "", quoted = "\"\\\n\t\u{1}", größe
}

@Model private enum Level: Int8, CaseIterable { case low = -128, lower, zero = 0, high = 0x7f }

@Model private enum Code: UInt32 { case last = 4_294_967_295 }

/// Enums with raw values are those values.
struct GeneratedRawValueTests {
    @Test(arguments: Shade.allCases)
    fileprivate func `a text is the raw value`(_ shade: Shade) throws {
        expectWire(shade, try encoded(shade.rawValue))
    }

    @Test(arguments: Level.allCases)
    fileprivate func `a number is the raw value`(_ level: Level) {
        expectWire(level, "\(level.rawValue)")
    }

    @Test func `the greatest number is a raw value`() {
        expectWire(Code.last, "4294967295")
    }

    @Test func `other values are refused`() {
        #expect(
            refusal(reading: #""drak""#, as: Shade.self).hasPrefix(#"found "drak"; one of light, very dark, default, "#)
        )
        #expect(
            refusal(reading: #""ligth""#, as: Shade.self).hasPrefix(
                #"found "ligth"; did you mean "light"? one of light, "#))
        #expect(
            refusal(reading: "1", as: Shade.self).hasPrefix("found the number 1; one of the texts light, very dark, "))
        #expect(refusal(reading: "1", as: Level.self) == "found the number 1; one of -128, -127, 0, 127 is expected")
        #expect(
            refusal(reading: "1.5", as: Level.self) == "found the number 1.5; a whole number of 64 bits is expected")
        #expect(refusal(reading: #""low""#, as: Level.self) == "found a string; a whole number of 64 bits is expected")
    }
}
