import Testing

@testable import TodoCore

@Suite struct AppReviewFeatureTests {
    let gateway = MockReviewGateway()

    @Test func R1_theFeatureIsASinkWithoutOutput() throws {
        // GIVEN a feature that is given no output
        let feature: Input = createAppReviewFeature(reviewGateway: gateway)
        // WHEN
        try feature(.appReview(.requestReview))
        // THEN
        #expect(gateway.shown == 1)
    }

    @Test func R10_onlyItsOwnMessageReachesTheUseCase() throws {
        // GIVEN
        let feature = createAppReviewFeature(reviewGateway: gateway)
        // WHEN
        try feature(.todo(.request(.add(item: .numbered(1)))))
        try feature(.tagging(.request(.delete(id: uuid(1)))))
        // THEN
        #expect(gateway.shown == 0)
    }

    @Test func R12_theFeatureDoesNotListenToAnotherFeature() throws {
        // GIVEN
        let feature = createAppReviewFeature(reviewGateway: gateway)
        // WHEN the todo list tells what would lead to a review
        try feature(.todo(.response(.wasAdded(.numbered(1)))))
        try feature(.todo(.response(.wasChecked(.numbered(1, completed: true)))))
        // THEN
        #expect(gateway.shown == 0)
    }

    @Test func R18_aGatewayIsReimplementedForAnotherService() throws {
        // GIVEN another way to ask for a review
        struct Letter: ReviewGateway {
            let post: (String) -> Void
            func show() { post("Dear user, how do you like it?") }
        }
        let letters = Responses<String>()
        let feature = createAppReviewFeature(reviewGateway: Letter(post: letters.append))
        // WHEN
        try feature(.appReview(.requestReview))
        // THEN
        #expect(letters.all == ["Dear user, how do you like it?"])
    }
}
