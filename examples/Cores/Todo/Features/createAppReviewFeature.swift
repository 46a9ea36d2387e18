/// Makes the feature that asks for a review of the app. It is a sink, without responses.
func createAppReviewFeature(reviewGateway: any ReviewGateway) -> Input {
    let reviewRequester = AppReviewRequester(reviewGateway: reviewGateway)
    return { message in
        if case .appReview(.requestReview) = message { reviewRequester.request(.requestShowReview) }
    }
}
