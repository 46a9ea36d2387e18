import AditJSON
import TestSupport
import Testing

struct TimestampTests {
    static let first = -62_167_219_200
    static let last = 253_402_300_799

    @Test func `any point in time is what its text reads back as`() throws {
        var random = SeededGenerator(seed: 7)
        for round in 0..<5000 {
            let seconds = Int.random(in: TimestampTests.first...TimestampTests.last, using: &random)
            let fraction = Int.random(in: 0..<1_000_000_000, using: &random)
            let unit = [1_000_000_000, 1_000_000, 1000, 1][round % 4]
            let timestamp = try #require(Timestamp(seconds: seconds, nanoseconds: fraction / unit * unit))
            #expect(Timestamp(timestamp.description) == timestamp)
            #expect(timestamp.description.utf8.count <= [20, 24, 27, 30][round % 4])
        }
    }

    @Test func `no point lies outside the years 0 to 9999`() {
        #expect(Timestamp(seconds: TimestampTests.first - 1) == nil)
        #expect(Timestamp(seconds: TimestampTests.last + 1) == nil)
        #expect(Timestamp(seconds: .min) == nil)
        #expect(Timestamp(seconds: .max) == nil)
        #expect(Timestamp(seconds: 0, nanoseconds: -1) == nil)
        #expect(Timestamp(seconds: 0, nanoseconds: 1_000_000_000) == nil)
        #expect(Timestamp(seconds: TimestampTests.first)?.description == "0000-01-01T00:00:00Z")
        #expect(
            Timestamp(seconds: TimestampTests.last, nanoseconds: 999_999_999)?.description
                == "9999-12-31T23:59:59.999999999Z")
    }

    @Test func `order is that of time`() throws {
        let texts = [
            "0000-01-01T00:00:00Z", "1969-12-31T23:59:59Z", "1969-12-31T23:59:59.999999999Z", "1970-01-01T00:00:00Z",
            "1970-01-01T00:00:00.000000001Z", "1970-01-01T00:00:01Z", "9999-12-31T23:59:59.999Z",
        ]
        let timestamps = try texts.map { try #require(Timestamp($0)) }
        #expect(timestamps.shuffled().sorted() == timestamps)
        #expect(timestamps == timestamps.sorted())
        #expect(try #require(Timestamp("2026-11-21T10:30:00+01:00")) == #require(Timestamp("2026-11-21T09:30:00Z")))
        #expect(!(Timestamp.epoch < Timestamp.epoch))
    }

    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 1, "1970-01-01T00:00:00.000000001Z"),
        ("1970-01-01T00:00:00Z", -1, "1969-12-31T23:59:59.999999999Z"),
        ("1970-01-01T00:00:00.999999999Z", 1, "1970-01-01T00:00:01Z"),
        ("2026-11-21T09:30:00.5Z", 1_500_000_000, "2026-11-21T09:30:02Z"),
        ("2026-11-21T09:30:00.5Z", -1_500_000_000, "2026-11-21T09:29:59Z"),
        ("2026-11-21T09:30:00.25Z", 0, "2026-11-21T09:30:00.250Z"),
        ("2026-11-21T09:30:00.25Z", -1_000_000_000, "2026-11-21T09:29:59.250Z"),
        ("1970-01-01T00:00:00Z", .max, "2262-04-11T23:47:16.854775807Z"),
    ])
    func `it is advanced by nanoseconds, either way`(text: String, amount: Int, sum: String) throws {
        #expect(try #require(Timestamp(text)).advanced(byNanoseconds: amount).description == sum)
    }

    @Test func `it is advanced no further than the years that can be written`() throws {
        let first = try #require(Timestamp("0000-01-01T00:00:00Z"))
        let last = try #require(Timestamp("9999-12-31T23:59:59.999999999Z"))
        #expect(first.advanced(byNanoseconds: -1) == first)
        #expect(last.advanced(byNanoseconds: 1) == last)
        #expect(first.advanced(byNanoseconds: -1_000_000_000) == first)
        #expect(last.advanced(byNanoseconds: .max) == last)
        #expect(last.advanced(byNanoseconds: -1) < last)
    }

    @Test func `it is advanced by any amount without a trap`() async {
        await #expect(processExitsWith: .success) {
            #expect(Timestamp.epoch.advanced(byNanoseconds: .min).description == "1677-09-21T00:12:43.145224192Z")
            #expect(Timestamp.epoch.advanced(byNanoseconds: .min + 1).description == "1677-09-21T00:12:43.145224193Z")
        }
    }
}
