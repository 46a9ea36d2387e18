import AditJSON
import Adit
import TestSupport
import Testing

/// GIVEN points in time WHEN one reckons with durations THEN nothing is lost, and nothing traps.
struct TimestampDurationTests {
    private func timestamp(_ text: String) throws -> Timestamp { try #require(Timestamp(text)) }

    @Test func `a duration leads from one to the other, either way`() throws {
        let (start, end) = try (timestamp("2026-11-21T09:30:00.5Z"), timestamp("2026-11-22T09:30:02Z"))
        #expect(end - start == .seconds(86_401) + .milliseconds(500))
        #expect(start - end == .seconds(-86_401) - .milliseconds(500))
        #expect(start - start == .zero)
        #expect(start + (end - start) == end)
        #expect(end - (end - start) == start)
        #expect(start.duration(to: end) == end - start)
        #expect(start.advanced(by: .seconds(1)) == start + .seconds(1))
        var moved = start
        moved += .seconds(2)
        moved -= .milliseconds(500)
        #expect(moved.description == "2026-11-21T09:30:02Z")
    }

    @Test func `a fraction of a nanosecond is rounded down`() {
        let (half, epoch) = (Duration.nanoseconds(1) / 2, Timestamp.epoch)
        #expect(epoch + half == epoch)
        #expect((epoch - half).description == "1969-12-31T23:59:59.999999999Z")
        #expect((epoch - .nanoseconds(1)).description == "1969-12-31T23:59:59.999999999Z")
    }

    @Test func `sums end at the first and at the last one, or are nil`() throws {
        #expect(Timestamp.min.description == "0000-01-01T00:00:00Z")
        #expect(Timestamp.max.description == "9999-12-31T23:59:59.999999999Z")
        #expect(Timestamp.max + .nanoseconds(1) == .max)
        #expect(Timestamp.max.adding(.nanoseconds(1)) == nil)
        #expect(Timestamp.min - .nanoseconds(1) == .min)
        #expect(Timestamp.min.adding(.nanoseconds(-1)) == nil)
        #expect(Timestamp.min.adding(Timestamp.max - .min) == .max)
        #expect(Timestamp.max.adding(Timestamp.min - .max) == .min)
        #expect(Timestamp.epoch.adding(.zero) == .epoch)
    }

    @Test func `no duration traps, however long`() async {
        await #expect(processExitsWith: .success) {
            let long = Duration.seconds(Int.max)
            // Up to what a Duration has: more seconds than an Int.
            for duration in [long, long + long, long * 18, .seconds(Int.min), .seconds(Int.min) * 18] {
                for timestamp in [Timestamp.min, .epoch, .max] {
                    #expect(timestamp + duration == (duration < .zero ? .min : .max))
                    #expect(timestamp - duration == (duration < .zero ? .max : .min))
                    #expect(timestamp.adding(duration) == nil)
                }
            }
            // The longest and the shortest of all.
            for (high, sum) in [(Int64.max, Timestamp.max), (.min, .min)] {
                let duration = Duration(_high: high, low: high < 0 ? 0 : .max)
                #expect(Timestamp.epoch + duration == sum)
                #expect(Timestamp.epoch - duration == (high < 0 ? .max : .min))
            }
        }
    }

    @Test func `what leads to another one leads back, and keeps their order`() {
        var random = SeededGenerator(seed: 11)
        func any() -> Timestamp {
            // Near the ends, or anywhere.
            let span = Timestamp.max - .min
            let duration: Duration =
                switch Int.random(in: 0..<4, using: &random) {
                case 0: .nanoseconds(Int.random(in: 0...3, using: &random))
                case 1: span - .nanoseconds(Int.random(in: 0...3, using: &random))
                default:
                    .seconds(Int.random(in: 0..<315_569_520_000, using: &random))
                        + .nanoseconds(Int.random(in: 0..<1_000_000_000, using: &random))
                }
            return Timestamp.min + duration
        }
        for _ in 0..<1000 {
            let (a, b, c) = (any(), any(), any())
            #expect(a + (b - a) == b)
            #expect(a.adding(b - a) == b)
            #expect(b - (b - a) == a)
            #expect((b - a) + (c - b) == c - a)
            // A total order, and that of the differences.
            #expect([a < b, a == b, a > b].count { $0 } == 1)
            #expect((a < b) == (b - a > .zero))
            #expect(!(a < b && b < c) || a < c)
        }
    }
}
