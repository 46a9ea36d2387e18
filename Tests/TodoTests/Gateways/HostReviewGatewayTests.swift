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
    func R2_aReviewIsDueAtThreeItemsOrOneThatIsCompleted(completed: [Bool], isDue: Bool) {
        // GIVEN
        let store = createStore()
        for (number, completed) in completed.enumerated() {
            store.change(.add(.item(.numbered(number, completed: completed))))
        }
        let told = Responses<ReviewRequest>()
        let gateway = HostReviewGateway(store: store, tell: told.append)
        // WHEN
        gateway.show()
        // THEN
        #expect(told.all == (isDue ? [.show] : []))
    }

    @Test func R9_theHostIsAskedToShowAReview() throws {
        // GIVEN a host that serves the gateway
        let host = TodoHost(gateways: ["review"])
        // WHEN
        host.send(.todo(.request(.add(item: .numbered(1, completed: true)))))
        // THEN it hears the response, the message of the expander, and the request
        #expect(
            host.heard == [
                .message(.todo(.response(.wasAdded(item: .numbered(1, completed: true))))),
                .message(.appReview(.requestReview)),
                .request(gateway: "review", json: #"{"show":{}}"#),
            ])
    }

    @Test func R9_aHostWithoutTheGatewayIsAskedNothing() {
        // GIVEN
        let host = TodoHost(gateways: ["other"])
        // WHEN
        host.send(.todo(.request(.add(item: .numbered(1, completed: true)))))
        // THEN nothing fails
        #expect(host.messages.count == 2)
        #expect(host.requests.isEmpty)
    }

    @Test func R2_aReviewIsAskedForEachRequest() {
        // GIVEN
        let host = TodoHost(gateways: ["review"])
        // WHEN
        for number in 1...4 { host.send(.todo(.request(.add(item: .numbered(number))))) }
        // THEN the rule held for the third and the fourth
        #expect(host.requests.count == 2)
    }
}
