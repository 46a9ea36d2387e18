import Adit

/// Makes the core of the app for a Swift program, which keeps the returned input as its root handler and drives the
/// effects.
///
/// - Parameters:
///   - receivers: see every message, before the features.
///   - pages: where pages come from.
///   - cache: where they are kept.
///   - effects: runs what waits for these.
///   - rootHandler: takes what the features put out to the returned input.
func createAppCore(
    store: Store, receivers: [Input], pages: any PageGateway, cache: any CacheGateway, effects: EffectRunner,
    rootHandler: @escaping Output
) -> Input {
    let features = createFeatures(
        store: store, pages: pages, cache: cache, effects: effects.makeEffects(), output: rootHandler)
    return Adit.createAppCore(store: store, receivers: receivers, features: features, effects: effects)
}
