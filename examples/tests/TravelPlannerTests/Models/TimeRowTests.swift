import Adit
import Testing

@testable import TravelPlannerCore

@Suite struct TimeRowTests {
    private var row = TimeRow()

    @Test mutating func P6_nowIsOnOffOrAutomatic() {
        #expect(row.now == .automatic)
        var seen: [NowButton] = []
        for _ in 1...3 {
            row.pressNow(at: .morning)
            seen.append(row.now)
        }
        #expect(seen == [.on, .off, .automatic])
    }

    @Test mutating func P6_onTheRowFollowsTheClock() {
        // GIVEN
        row.pressNow(at: .morning)
        #expect(row.now == .on)
        #expect(row.date == .morning)
        // WHEN
        row.tick(at: .morning(plus: 40))
        // THEN
        #expect(row.date == .morning(plus: 40))
    }

    @Test mutating func P6_offTheRowKeepsItsTime() {
        // GIVEN
        row.pressNow(at: .morning)
        row.pressNow(at: .morning(plus: 10))
        #expect(row.now == .off)
        // WHEN
        row.tick(at: .morning(plus: 40))
        row.pass(at: .morning(plus: 3600))
        // THEN
        #expect(row.date == .morning)
        #expect(row.now == .off)
    }

    @Test mutating func P6_offAnyTimeCanBeChosen() {
        // GIVEN
        row.pressNow(at: .morning)
        row.pressNow(at: .morning)
        // WHEN one is chosen that has passed
        row.choose(.morning(plus: -600), at: .morning)
        // THEN
        #expect(row.date == .morning(plus: -600))
        #expect(row.now == .off)
    }

    @Test mutating func P6_aTimeThatIsChosenSwitchesNowOff() {
        // GIVEN
        row.pressNow(at: .morning)
        // WHEN
        row.choose(.morning(plus: 600), at: .morning)
        // THEN
        #expect(row.now == .off)
        #expect(row.date == .morning(plus: 600))
    }

    @Test mutating func P6_automaticItIsNowUntilATimeIsChosen() {
        // GIVEN
        row.tick(at: .morning)
        #expect(row.date == .morning)
        // WHEN
        row.choose(.morning(plus: 600), at: .morning)
        row.tick(at: .morning(plus: 40))
        // THEN
        #expect(row.now == .automatic)
        #expect(row.date == .morning(plus: 600))
        // AND it is now again when that has passed
        row.pass(at: .morning(plus: 599))
        #expect(row.date == .morning(plus: 600))
        row.pass(at: .morning(plus: 600))
        row.tick(at: .morning(plus: 640))
        #expect(row.date == .morning(plus: 640))
        #expect(row.chosen == nil)
    }

    @Test(arguments: [0, -1, -600]) func P6_automaticATimeThatHasPassedIsNoChoice(seconds: Int) {
        // GIVEN
        var row = TimeRow()
        // WHEN
        row.choose(.morning(plus: seconds), at: .morning)
        // THEN
        #expect(row.chosen == nil)
        #expect(row.date == .morning)
    }

    @Test mutating func P6_aPressForgetsWhatWasChosen() {
        // GIVEN
        row.choose(.morning(plus: 600), at: .morning)
        // WHEN
        row.pressNow(at: .morning(plus: 1))
        // THEN
        #expect(row.now == .on)
        #expect(row.date == .morning(plus: 1))
    }
}
