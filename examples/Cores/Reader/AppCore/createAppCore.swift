import Adit

/// Creates the core of the app for a Swift program, which stores the returned input as its root handler and drives the
/// effects.
///
/// - Parameters:
///   - receivers: receive every message, before the features.
///   - pages: fetches pages.
///   - cache: stores pages.
///   - effects: runs the requests to these gateways.
///   - rootHandler: passes the outputs of the features to the returned input.
func createAppCore(
    store: Store, receivers: [Input], pages: any PageGateway, cache: any CacheGateway, effects: EffectRunner,
    rootHandler: @escaping Output
) -> Input {
    let features = createFeatures(
        store: store, pages: pages, cache: cache, effects: effects.makeEffects(), output: rootHandler)
    return Adit.createAppCore(store: store, receivers: receivers, features: features, effects: effects)
}
