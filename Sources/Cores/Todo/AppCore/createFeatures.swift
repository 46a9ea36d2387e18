import Adit

/// Makes all features of the app, in the order in which they see a message, and the gateways that they need.
///
/// - Parameter tellReviewHost: the line to the host that asks the user for a review; nil where it does not.
func createFeatures(
    store: Store, sources: Sources = .current, tellReviewHost: ((ReviewRequest) throws -> Void)?,
    output: @escaping Output
) -> [Feature<Message>] {
    let reviewGateway = HostReviewGateway(store: store, tell: tellReviewHost)
    return [
        Feature(.todo, createTodoListFeature(store: store, sources: sources, output: output)),
        Feature(.tagging, createTaggingFeature(store: store, output: output)),
        Feature(.journal, createJournalingFeature(store: store, output: output)),
        Feature(.appReview, createAppReviewFeature(reviewGateway: reviewGateway)),
    ]
}
