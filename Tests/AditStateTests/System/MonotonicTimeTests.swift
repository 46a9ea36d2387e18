import AditJSON
import AditState
import Testing

struct MonotonicTimeTests {
    @Test func `it never goes back`() {
        var last = MonotonicTime.now
        for _ in 0..<1000 {
            let now = MonotonicTime.now
            #expect(!(now < last))
            last = now
        }
        #expect(last.nanoseconds > 0)
    }

    @Test func `a point in the future is after now, one in the past before`() {
        #expect(MonotonicTime.now < .after(milliseconds: 60_000))
        #expect(MonotonicTime.after(milliseconds: -1) < .now)
        #expect(MonotonicTime.after(milliseconds: 1000) < .after(milliseconds: 2000))
    }

    @Test func `what is left is never less than nothing, nor more than was given`() {
        #expect(MonotonicTime.after(milliseconds: 0).millisecondsLeft == 0)
        #expect(MonotonicTime.after(milliseconds: -5).millisecondsLeft == 0)
        #expect(MonotonicTime.after(milliseconds: .min).millisecondsLeft == 0)
        let left = MonotonicTime.after(milliseconds: .max).millisecondsLeft
        #expect((Int32.max - 60_000...Int32.max).contains(left))
    }

    @Test func `the time of day is of this age`() throws {
        #expect(Timestamp.now > (try #require(Timestamp("2024-01-01T00:00:00Z"))))
        #expect(!(Timestamp.now > Timestamp.now.advanced(byNanoseconds: 60_000_000_000)))
    }
}
