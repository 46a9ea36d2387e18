import Adit

/// Makes the core of the app for a Swift program, which keeps the returned input as its root handler.
///
/// - Parameters:
///   - receivers: see every message, before the features.
///   - tellReviewHost: asks the user for a review; nobody is asked unless it is given.
///   - rootHandler: takes what the features put out to the returned input.
func createAppCore(
    store: Store, receivers: [Input], sources: Sources = .current,
    tellReviewHost: ((ReviewRequest) throws -> Void)? = nil, rootHandler: @escaping Output
) -> Input {
    let features = createFeatures(
        store: store, sources: sources, tellReviewHost: tellReviewHost, output: rootHandler)
    return Adit.createAppCore(store: store, receivers: receivers, features: features)
}
