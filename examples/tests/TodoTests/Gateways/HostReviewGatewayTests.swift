import Adit
import Testing

@testable import TodoCore

@Suite struct HostReviewGatewayTests {
    @Test(arguments: [
        ([], false),
        ([false, false], false),
        ([false, false, false], true),
        ([true], true),
        ([false, true], true),
    ])
    func R2_aReviewIsDueAtThreeItemsOrOneThatIsCompleted(completed: [Bool], isDue: Bool) throws {
        // GIVEN
        let store = createStore()
        for (number, completed) in completed.enumerated() {
            store.change(.add(.item(.numbered(number, completed: completed))))
        }
        let (effects, told) = (EffectRunner(clock: .virtual), Responses<ReviewRequest>())
        let gateway = HostReviewGateway(store: store, effects: effects.makeEffects(), tell: told.append)
        // WHEN
        gateway.show()
        try effects.advance(by: .seconds(5))
        // THEN
        #expect(told.all == (isDue ? [.show] : []))
    }

    @Test func R9_theHostIsAskedToShowAReviewAfterFiveSeconds() {
        // GIVEN a host that serves the gateway
        let host = TodoHost(gateways: ["review"])
        // WHEN
        host.send(.todo(.request(.add(item: .numbered(1, completed: true)))))
        host.advance(by: .milliseconds(4999))
        // THEN it hears the response and the message of the expander
        #expect(
            host.heardMessages() == [
                .todo(.response(.wasAdded(.numbered(1, completed: true)))), .appReview(.requestReview),
            ])
        #expect(host.requests.isEmpty)
        // WHEN the five seconds are over
        host.advance(by: .milliseconds(1))
        // THEN
        #expect(host.requests == [#"review {"show":{}}"#])
        #expect(host.inFlight == 0)
    }

    @Test func R9_aUserIsNotAskedAgainWhileARequestWaits() {
        // GIVEN
        let host = TodoHost(gateways: ["review"])
        // WHEN the rule holds for the third, the fourth and the fifth
        for number in 1...5 {
            host.send(.todo(.request(.add(item: .numbered(number)))))
            host.advance(by: .seconds(1))
        }
        host.advance(by: .seconds(2))
        // THEN the third has asked for all of them, five seconds ago
        #expect(host.requests == [#"review {"show":{}}"#])
        host.advance(by: .seconds(60))
        #expect(host.requests.count == 1)
        // WHEN another comes later
        host.send(.todo(.request(.check(id: uuid(1)))))
        host.advance(by: .seconds(5))
        // THEN it asks again
        #expect(host.requests.count == 2)
    }

    @Test func R9_theRuleCountsWhenTheReviewIsRequested() {
        // GIVEN
        let host = TodoHost(gateways: ["review"])
        // WHEN the item that made it time is gone before the five seconds are over
        host.send(.todo(.request(.add(item: .numbered(1, completed: true)))))
        host.send(.todo(.request(.delete(id: uuid(1)))))
        host.advance(by: .seconds(5))
        // THEN
        #expect(host.requests.count == 1)
    }

    @Test func R9_aHostWithoutTheGatewayIsAskedNothing() {
        // GIVEN
        let host = TodoHost(gateways: ["other"])
        // WHEN
        host.send(.todo(.request(.add(item: .numbered(1, completed: true)))))
        // THEN nothing waits
        #expect(host.inFlight == 0)
        // WHEN
        host.advance(by: .seconds(5))
        // THEN nothing fails
        #expect(host.heardMessages().count == 2)
        #expect(host.requests.isEmpty)
    }

    @Test func R9_aMessageThatFailsAsksForNothing() throws {
        // GIVEN a feature that fails after the review was requested
        struct Broken: Error {}
        let (store, effects) = (Store.holding(.item(.numbered(1, completed: true))), EffectRunner(clock: .virtual))
        let told = Responses<ReviewRequest>()
        let gateway = HostReviewGateway(store: store, effects: effects.makeEffects(), tell: told.append)
        let core = Adit.createAppCore(
            store: store, receivers: [],
            features: [createAppReviewFeature(reviewGateway: gateway), { _ in throw Broken() }], effects: effects)
        // WHEN
        #expect(throws: Broken.self) { try core(.appReview(.requestReview)) }
        try effects.advance(by: .seconds(5))
        // THEN
        #expect(told.all.isEmpty)
    }
}
