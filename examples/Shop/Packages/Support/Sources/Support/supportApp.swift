import Adit

/// The app `support`: what customers ask.
public func supportApp() -> App<SupportState, SupportMessage> {
    App("support", state: SupportState()) { core in
        [
            Feature(.tickets, createTicketsFeature(store: core.store, output: core.output)),
            Feature(.notes, createNotesFeature(store: core.store, output: core.output)),
            Feature(.ratings, createRatingsFeature(store: core.store, output: core.output)),
            Feature(.reports, createReportsFeature(store: core.store, output: core.output)),
        ]
    }
}
