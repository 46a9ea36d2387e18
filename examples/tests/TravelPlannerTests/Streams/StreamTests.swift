@testable import Adit
import Testing

@testable import TravelPlannerCore

/// The stream as a host has it.
@Suite struct StreamTests {
    let host = PlannerHost()

    init() { host.forget() }

    private func performed(_ name: String, _ action: String, _ id: Int? = nil) -> String {
        #"{"stream":{"response":{"actionPerformed":{"subscription":"\#(name)","action":{"\#(action)":{}}}}}}"#
            + (id.map { " #\($0)" } ?? "")
    }

    private func subscribe(_ name: String, id: Int? = nil) {
        host.send(.stream(.request(.subscribe(subscription: name))), id: id)
    }

    @Test func P8_aHostFollowsTheActionsFromNowOn() {
        // GIVEN an action that was before
        host.send(.perform(.switchLocationButtonPressed))
        // WHEN
        subscribe("a", id: 7)
        host.send(.perform(.switchLocationButtonPressed))
        host.send(.perform(.switchLocationButtonPressed), id: 8)
        // THEN each is told with the id of the subscription
        #expect(
            host.heard() == [
                #"{"stream":{"response":{"wasSubscribed":{"subscription":"a"}}}} #7"#,
                performed("a", "switchLocationButtonPressed", 7), performed("a", "switchLocationButtonPressed", 7),
            ])
    }

    @Test func P8_aSubscriptionHasAnEnd() {
        // GIVEN
        subscribe("a")
        subscribe("b")
        host.forget()
        // WHEN
        host.send(.stream(.request(.unsubscribe(subscription: "a"))))
        host.send(.perform(.switchLocationButtonPressed))
        // THEN the other goes on
        #expect(
            host.heard() == [
                #"{"stream":{"response":{"wasUnsubscribed":{"subscription":"a"}}}}"#,
                performed("b", "switchLocationButtonPressed"),
            ])
        // AND the name is free again
        subscribe("a")
        #expect(host.heard() == [#"{"stream":{"response":{"wasSubscribed":{"subscription":"a"}}}}"#])
    }

    @Test func P8_aNameStandsForOneSubscription() {
        // GIVEN
        subscribe("a")
        host.forget()
        // WHEN
        subscribe("a")
        host.send(.stream(.request(.unsubscribe(subscription: "b"))))
        // THEN
        #expect(
            host.heard() == [
                #"{"stream":{"response":{"wasNotSubscribed":{"subscription":"a","error":"nameInUse"}}}}"#,
                #"{"stream":{"response":{"wasNotUnsubscribed":{"subscription":"b","error":"unknownName"}}}}"#,
            ])
    }

    @Test func P8_aSubscriptionEndsWithTheCore() {
        // GIVEN
        subscribe("a")
        weak let core: RunningApp? = host.core
        weak let effects: EffectRunner? = host.core.loop.effects
        // WHEN
        #expect(host.close())
        host.release()
        // THEN nothing is left of it
        #expect(core == nil)
        #expect(effects == nil)
    }

    @Test func P8_nothingIsNotTold() {
        // GIVEN
        subscribe("a")
        host.forget()
        // WHEN
        host.send(.perform(.nothing))
        // THEN
        #expect(host.heard() == [])
    }
}
