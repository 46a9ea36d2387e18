import Adit

/// Makes all features of the app, in the order in which they see a message.
///
/// - Parameters:
///   - reviewGateway: the way to those who can ask the user for a review.
///   - listGateway: where lists of items come from.
///   - effects: runs what takes time in the list of items.
func createFeatures(
    store: Store, reviewGateway: any ReviewGateway, listGateway: any ListGateway, effects: Effects,
    output: @escaping Output
) -> [Feature<Message>] {
    [
        Feature(
            .todo, createTodoListFeature(store: store, listGateway: listGateway, effects: effects, output: output)),
        Feature(.tagging, createTaggingFeature(store: store, output: output)),
        Feature(.journal, createJournalingFeature(store: store, output: output)),
        Feature(.appReview, createAppReviewFeature(reviewGateway: reviewGateway)),
    ]
}
