import Adit

/// The app `basket`: what a customer is about to buy.
public func basketApp() -> App<BasketState, BasketMessage> {
    App("basket", state: BasketState()) { core in
        [
            Feature(.lines, createLinesFeature(store: core.store, output: core.output)),
            Feature(.counts, createCountsFeature(store: core.store, output: core.output)),
            Feature(.vouchers, createVouchersFeature(store: core.store, output: core.output)),
            Feature(.emptying, createEmptyingFeature(store: core.store, output: core.output)),
        ]
    }
}
