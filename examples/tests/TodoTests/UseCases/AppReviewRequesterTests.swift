import Testing

@testable import TodoCore

/// Compiles only as long as a response has no cases.
private func isAnswer(_ response: AppReviewRequester.Response?) -> Bool {
    switch response {
    case nil: false
    }
}

@Suite struct AppReviewRequesterTests {
    @Test func R8_theRequesterShowsAReviewAndHasNoResponse() {
        // GIVEN
        let gateway = MockReviewGateway()
        let requester = AppReviewRequester(reviewGateway: gateway)
        // WHEN
        requester.request(.requestShowReview)
        // THEN
        #expect(gateway.shown == 1)
        #expect(!isAnswer(nil))
    }

    @Test func U14_aGatewayIsPassedAtInstantiation() {
        // GIVEN two of the same use case with gateways of their own
        let (first, second) = (MockReviewGateway(), MockReviewGateway())
        let requesters = [AppReviewRequester(reviewGateway: first), AppReviewRequester(reviewGateway: second)]
        // WHEN
        requesters[1].request(.requestShowReview)
        // THEN
        #expect(first.shown == 0)
        #expect(second.shown == 1)
    }
}
