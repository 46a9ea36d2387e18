import Adit

/// Makes all features of the app, in the order in which they receive a message.
func createFeatures(
    store: Store, pages: any PageGateway, cache: any CacheGateway, effects: Effects, output: @escaping Output
) -> [Feature<Message>] {
    [Feature(.page, createReadingFeature(store: store, pages: pages, cache: cache, effects: effects, output: output))]
}
