import AditJSON
import Testing

/// GIVEN a text WHEN it is read as a timestamp THEN it is the point in time that RFC 3339 says, or refused.
struct TimestampReadingTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59Z", -1), ("2000-02-29T12:34:56Z", 951_827_696),
        ("1900-02-28T23:59:59Z", -2_203_891_201), ("1900-03-01T00:00:00Z", -2_203_891_200),
        ("1582-10-15T00:00:00Z", -12_219_292_800),
        ("2026-11-21T09:30:00Z", 1_795_253_400), ("2100-03-01T00:00:00Z", 4_107_542_400),
        ("0004-02-29T00:00:00Z", -62_035_891_200),
        ("0001-01-01T00:00:00Z", -62_135_596_800), ("2038-01-19T03:14:08Z", 2_147_483_648),
        ("0000-01-01T00:00:00Z", -62_167_219_200), ("0000-02-29T00:00:00Z", -62_162_121_600),
        ("0000-12-31T23:59:59Z", -62_135_596_801), ("9999-12-31T23:59:59Z", 253_402_300_799),
    ])
    func `seconds count from 1970`(text: String, seconds: Int) throws {
        let timestamp = try #require(Timestamp(text))
        #expect(timestamp.seconds == seconds)
        #expect(timestamp.nanoseconds == 0)
        #expect(timestamp.description == text)
        #expect(Timestamp(seconds: seconds) == timestamp)
    }

    @Test(arguments: [
        ("2026-11-21T09:30:00+01:00", "2026-11-21T08:30:00Z"), ("2026-11-21T09:30:00-05:30", "2026-11-21T15:00:00Z"),
        ("2026-01-01T00:30:00+01:00", "2025-12-31T23:30:00Z"), ("2024-02-28T23:30:00-01:00", "2024-02-29T00:30:00Z"),
        ("2026-11-21T09:30:00+00:00", "2026-11-21T09:30:00Z"), ("2026-11-21T09:30:00-00:00", "2026-11-21T09:30:00Z"),
        ("2026-11-21T09:30:00+23:59", "2026-11-20T09:31:00Z"), ("2026-11-21T09:30:00-23:59", "2026-11-22T09:29:00Z"),
        ("0000-01-01T01:00:00+01:00", "0000-01-01T00:00:00Z"), ("9999-12-31T22:59:59-01:00", "9999-12-31T23:59:59Z"),
        ("2026-11-21t09:30:00z", "2026-11-21T09:30:00Z"), ("2026-11-21T09:30:00.5+01:00", "2026-11-21T08:30:00.500Z"),
    ])
    func `any offset is read, and written as UTC`(text: String, utc: String) throws {
        #expect(try #require(Timestamp(text)).description == utc)
    }

    @Test(arguments: [
        (".0", 0, ""), (".000000000", 0, ""), (".5", 500_000_000, ".500"), (".05", 50_000_000, ".050"),
        (".123", 123_000_000, ".123"),
        (".1230", 123_000_000, ".123"), (".1234", 123_400_000, ".123400"), (".123456", 123_456_000, ".123456"),
        (".1234567", 123_456_700, ".123456700"), (".123456789", 123_456_789, ".123456789"),
        (".000000001", 1, ".000000001"),
        (".000001", 1000, ".000001"), (".001", 1_000_000, ".001"), (".999999999", 999_999_999, ".999999999"),
    ])
    func `a fraction has up to nine digits, and is written with 0, 3, 6 or 9`(
        fraction: String, nanoseconds: Int, written: String
    ) throws {
        let timestamp = try #require(Timestamp("2026-11-21T09:30:00\(fraction)Z"))
        #expect(timestamp.nanoseconds == nanoseconds)
        #expect(timestamp.description == "2026-11-21T09:30:00\(written)Z")
        let before = try #require(Timestamp("1969-12-31T23:59:59\(fraction)Z"))
        #expect(before.seconds == -1)
        #expect(before.nanoseconds == nanoseconds)
        #expect(before.description == "1969-12-31T23:59:59\(written)Z")
    }

    @Test(arguments: [
        "", "2026-11-21", "2026-11-21T09:30:00", "2026-11-21 09:30:00Z", "2026-11-21T09:30Z", "2026-11-21T09:30:00ZZ",
        " 2026-11-21T09:30:00Z",
        "2026-11-21T09:30:00Z ", "2026-11-21T24:00:00Z", "2026-11-21T09:60:00Z", "2026-11-21T09:30:60Z",
        "2026-11-21T09:30:00.Z",
        "2026-11-21T09:30:00.1234567890Z", "2026-11-21T09:30:00,5Z", "2026-11-21T09:30:00+1:00",
        "2026-11-21T09:30:00+0100",
        "2026-11-21T09:30:00+24:00", "2026-11-21T09:30:00+01:60", "2026-11-21T09:30:00+01", "2026-11-21T09:30:00±01:00",
        "2026-00-21T09:30:00Z", "2026-13-21T09:30:00Z", "2026-11-00T09:30:00Z", "2026-11-31T09:30:00Z",
        "2026-02-29T00:00:00Z",
        "2100-02-29T00:00:00Z", "26-11-21T09:30:00Z", "+2026-11-21T09:30:00Z", "-0001-11-21T09:30:00Z",
        "12026-11-21T09:30:00Z",
        "2026/11/21T09:30:00Z", "2026-11-21T09-30-00Z", "２026-11-21T09:30:00Z", "2026-11-21T09:30:00\u{0}Z",
        "2026-11-21T09:30:0é",
        "0000-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "2026-11-21T-9:30:00Z", "2026-11-21T09:30:00.-5Z",
    ])
    func `what is no timestamp is refused`(text: String) {
        #expect(Timestamp(text) == nil)
    }

    @Test func `at each place only a digit is read, or the separator`() {
        let text = Array("2026-11-11T09:10:10.101010101+01:10".utf8)
        for place in text.indices {
            for byte in UInt8(0)..<0x80 where byte != text[place] {
                var changed = text
                changed[place] = byte
                let isRight =
                    switch text[place] {
                    case UInt8(ascii: "0")...UInt8(ascii: "9"): (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    case UInt8(ascii: "T"): byte == UInt8(ascii: "t")
                    case UInt8(ascii: "+"): byte == UInt8(ascii: "-")
                    default: false
                    }
                let timestamp = Timestamp(String(decoding: changed, as: UTF8.self))
                // A digit may make a month, a day or an hour that there is not.
                #expect(timestamp == nil || isRight, "byte \(byte) at \(place)")
            }
        }
        #expect(Timestamp(String(decoding: text, as: UTF8.self))?.description == "2026-11-11T08:00:10.101010101Z")
    }

    @Test func `on the wire the refusal says what would be right`() {
        #expect(
            refusal(of: #"{"due":"tomorrow"}"#, as: [String: Timestamp].self)
                == "due: found \"tomorrow\"; a date and time such as 2026-11-21T09:30:00Z is expected")
        expectWire([Timestamp.epoch], #"["1970-01-01T00:00:00Z"]"#)
    }
}
