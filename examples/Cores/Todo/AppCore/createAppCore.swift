import Adit

/// Creates the core of the app for a Swift program, which stores the returned input as its root handler and drives the
/// effects.
///
/// - Parameters:
///   - receivers: receive every message, before the features.
///   - effects: runs the effects; the caller calls its `run()`, or advances its virtual clock.
///   - tellReviewHost: asks the user for a review; nil if the host does not ask for reviews.
///   - listGateway: fetches lists of items.
///   - rootHandler: passes the outputs of the features to the returned input.
func createAppCore(
    store: Store, receivers: [Input], effects: EffectRunner = EffectRunner(),
    tellReviewHost: ((ReviewRequest) throws -> Void)? = nil, listGateway: any ListGateway = NoListGateway(),
    rootHandler: @escaping Output
) -> Input {
    let reviewGateway = HostReviewGateway(store: store, effects: effects.makeEffects(), tell: tellReviewHost)
    let features = createFeatures(
        store: store, reviewGateway: reviewGateway, listGateway: listGateway, output: rootHandler)
    return Adit.createAppCore(store: store, receivers: receivers, features: features, effects: effects)
}
