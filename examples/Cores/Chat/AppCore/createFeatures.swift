import Adit

/// Makes all features of the app, in the order in which they receive a message.
func createFeatures(store: Store, output: @escaping Output) -> [Feature<Message>] {
    [
        Feature(.presence, createPresenceFeature(store: store, output: output)),
        Feature([.inbox, .heartbeat], createKeepingFeature(store: store)),
    ]
}
