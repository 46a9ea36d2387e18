/// Makes the feature that asks for a review of the app. It is a sink, without responses.
func createAppReviewFeature(reviewGateway: any ReviewGateway) -> Input {
    let reviewRequester = AppReviewRequester(reviewGateway: reviewGateway)
    return { message in
        switch message {
        case .appReview(.requestReview): try reviewRequester.request(.requestShowReview)
        case .appReview(.reviewIsDue): try reviewRequester.request(.showReview)
        default: break
        }
    }
}
