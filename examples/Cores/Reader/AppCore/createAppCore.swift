import Adit
import AditGateways

/// Creates the core of the app for a Swift program, which stores the returned input as its root handler and drives the
/// effects.
///
/// - Parameters:
///   - receivers: receive every message, before the features.
///   - http: fetches pages.
///   - keyValue: keeps pages.
///   - effects: runs the requests to these gateways.
///   - rootHandler: passes the outputs of the features to the returned input.
func createAppCore(
    store: Store, receivers: [Input], http: any HTTPGateway, keyValue: any KeyValueGateway, effects: EffectRunner,
    rootHandler: @escaping Output
) -> Input {
    let features = createFeatures(
        store: store, http: http, keyValue: keyValue, effects: effects.makeEffects(), output: rootHandler)
    return Adit.createAppCore(store: store, receivers: receivers, features: features, effects: effects)
}
