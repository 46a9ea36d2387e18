import Adit

/// Makes the core of the app for a Swift program, which keeps the returned input as its root handler and drives the
/// effects.
///
/// - Parameters:
///   - receivers: see every message, before the features.
///   - effects: runs what takes time; whoever keeps it calls its `run()`, or moves its virtual clock.
///   - tellReviewHost: asks the user for a review; nobody is asked unless it is given.
///   - listGateway: where lists of items come from.
///   - rootHandler: takes what the features put out to the returned input.
func createAppCore(
    store: Store, receivers: [Input], effects: EffectRunner = EffectRunner(),
    tellReviewHost: ((ReviewRequest) throws -> Void)? = nil, listGateway: any ListGateway = NoListGateway(),
    rootHandler: @escaping Output
) -> Input {
    let reviewGateway = HostReviewGateway(store: store, effects: effects.makeEffects(), tell: tellReviewHost)
    let features = createFeatures(
        store: store, reviewGateway: reviewGateway, listGateway: listGateway, effects: effects.makeEffects(),
        output: rootHandler)
    return Adit.createAppCore(store: store, receivers: receivers, features: features, effects: effects)
}
