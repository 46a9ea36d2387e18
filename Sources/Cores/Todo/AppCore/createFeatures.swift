/// Makes all features of the app, in the order in which they see a message, and the gateways that they need.
///
/// - Parameter tellReviewHost: the line to the host that asks the user for a review.
func createFeatures(
    store: Store, sources: Sources, tellReviewHost: @escaping (ReviewRequest) throws -> Void, output: @escaping Output
) -> [Input] {
    let reviewGateway = HostReviewGateway(store: store, tell: tellReviewHost)
    return [
        createTodoListFeature(store: store, sources: sources, output: output),
        createTaggingFeature(store: store, output: output),
        createJournalingFeature(store: store, output: output),
        createAppReviewFeature(reviewGateway: reviewGateway),
    ]
}
