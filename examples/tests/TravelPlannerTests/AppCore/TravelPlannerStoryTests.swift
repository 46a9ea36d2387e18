import Adit
import AditTesting
import Testing

@testable import TravelPlannerCore

/// The stories of the whole core. The clock is in flight at the end of those in which the time row follows it.
@Suite struct TravelPlannerStoryTests {
    @Test func P6_aLocationIsPickedForARow() {
        GIVEN(travelPlannerApp(), state: .off)
            .WHEN(.perform(.fromLocationRowPressed(location: nil)))
            .THEN(locationPickerHost, isAsked: .show(row: .from, location: nil))
            .WHEN(locationPickerHost, replies: LocationPickerReply(location: .utrecht))
            .THEN(.picker(.locationWasPicked(row: .from, location: .utrecht)))
            .THEN(\.from, is: .utrecht)
            .WHEN(.perform(.switchLocationButtonPressed))
            .THEN(\.from, is: nil)
            .THEN(\.to, is: .utrecht)
            .runTests()
    }

    @Test func P6_automaticTheRowIsNowAgainOnceTheTimeHasPassed() {
        let (chosen, minute) = (Timestamp.morning(plus: 60), Timestamp.morning(plus: 100))
        GIVEN(travelPlannerApp(), from: .morning)
            .THEN(.clock(.ticks(at: .morning)))
            .WHEN(.perform(.departureArrivalRowPressed(queryType: .departure, date: .morning)))
            .THEN(datePickerHost, isAsked: .show(queryType: .departure, date: .morning))
            .WHEN(datePickerHost, replies: DatePickerReply(picked: PickedTime(queryType: .arrival, date: chosen)))
            .THEN(.picker(.timeWasPicked(queryType: .arrival, date: chosen)))
            .THEN(\.time.date, is: chosen)
            .advance(by: .seconds(60))
            .THEN(.clock(.chosenTimePasses(at: chosen)), .clock(.ticks(at: chosen)))
            .advance(by: .seconds(40))
            .THEN(.clock(.ticks(at: minute)))
            .THEN(\.time.date, is: minute)
            .THEN(inFlight: 1)
            .runTests()
    }

    @Test func P8_aSubscriptionHearsWhatComesAndThenNoMore() {
        GIVEN(travelPlannerApp(), state: .off)
            .WHEN(.perform(.switchLocationButtonPressed))
            .WHEN(.stream(.request(.subscribe(subscription: "log"))))
            .THEN(.stream(.response(.wasSubscribed(subscription: "log"))))
            .THEN(inFlight: 1)
            .WHEN(.perform(.switchLocationButtonPressed))
            .THEN(.stream(.response(.actionPerformed(subscription: "log", action: .switchLocationButtonPressed))))
            .WHEN(.stream(.request(.unsubscribe(subscription: "log"))))
            .THEN(.stream(.response(.wasUnsubscribed(subscription: "log"))))
            .WHEN(.perform(.switchLocationButtonPressed))
            .runTests()
    }
}

extension TravelPlannerState {
    /// A state in which Now is off, so that nothing follows the clock.
    fileprivate static var off: TravelPlannerState {
        var state = TravelPlannerState()
        state.apply(.pressNow(at: .morning))
        state.apply(.pressNow(at: .morning))
        return state
    }
}
