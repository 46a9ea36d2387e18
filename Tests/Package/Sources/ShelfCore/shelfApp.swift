import Adit

public func shelfApp() -> App<ShelfState, Message> {
    App("shelf", state: ShelfState(), gateways: [titlesHost]) { core in
        core.receivers = [messageExpander(output: core.output)]
        let titles = HostTitleGateway(host: core.connect(titlesHost))
        return [
            Feature(.shelf, createShelfFeature(store: core.store, output: core.output)),
            Feature(.lookUp, createLookUpFeature(titles: titles, effects: core.makeEffects(), output: core.output)),
        ]
    }
}
