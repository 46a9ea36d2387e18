import Adit
import Testing

/// GIVEN clocks WHEN somebody reads them or sleeps THEN whoever drives the clock is asked.
@Suite struct CoreClockTests {
    typealias Instant = CoreClock.Instant

    @Test func pointsInTimeAreOffsets() {
        let point = Instant(offset: .seconds(2))
        #expect(point.advanced(by: .seconds(3)) == Instant(offset: .seconds(5)))
        #expect(point.duration(to: Instant(offset: .seconds(5))) == .seconds(3))
        #expect(point < Instant(offset: .seconds(5)))
    }

    @Test func aCoreDrivesItsClock() async throws {
        // GIVEN
        let asked = Log<Instant>()
        let clock = CoreClock(now: { Instant(offset: .seconds(10)) }, sleep: { asked.add($0) })
        let model = withDependencies {
            $0.clock = clock
        } operation: {
            Sleeper()
        }
        // WHEN
        try await model.sleep()
        // THEN
        #expect(model.clock.now == Instant(offset: .seconds(10)))
        #expect(asked.entries == [Instant(offset: .seconds(15))])
    }

    private struct Sleeper {
        @Dependency(\.clock) var clock

        func sleep() async throws { try await clock.sleep(for: .seconds(5)) }
    }

    @Test func outsideOfACoreNobodySleeps() async {
        let clock = ClockKey.liveValue
        let before = clock.now
        #expect(clock.now >= before)
        await #expect(throws: ClockFailure.noCore) { try await clock.sleep(for: .seconds(5)) }
        #expect(
            "\(ClockFailure.noCore)"
                == "no core drives this clock: Adit has no threads that could wait outside of one; sleep in an effect of "
                + "a core, or set another clock by withDependencies { $0.clock = … }")
    }
}
