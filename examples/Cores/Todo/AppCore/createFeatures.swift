import Adit

/// Makes all features of the app, in the order in which they receive a message.
///
/// - Parameters:
///   - reviewGateway: asks the user for a review.
///   - listGateway: fetches lists of items.
func createFeatures(
    store: Store, reviewGateway: any ReviewGateway, listGateway: any ListGateway,
    output: @escaping Output
) -> [Feature<Message>] {
    [
        Feature(.todo, createTodoListFeature(store: store, output: output)),
        // It lists no case: the case of its messages is that of the list.
        Feature(createImportFeature(store: store, listGateway: listGateway, output: output)),
        Feature(.tagging, createTaggingFeature(store: store, output: output)),
        Feature(.journal, createJournalingFeature(store: store, output: output)),
        Feature(.appReview, createAppReviewFeature(reviewGateway: reviewGateway)),
    ]
}
