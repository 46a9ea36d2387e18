import Adit
import AditGateways

/// Makes all features of the app, in the order in which they receive a message.
package func createFeatures(
    store: Store, http: any HTTPGateway, keyValue: any KeyValueGateway, effects: Effects, output: @escaping Output
) -> [Feature<Message>] {
    let reading = createReadingFeature(
        store: store, http: http, keyValue: keyValue, effects: effects, output: output)
    return [Feature(.page, reading)]
}
