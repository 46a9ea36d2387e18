import Adit

/// The app `catalog`: the products of the shop.
public func catalogApp() -> App<CatalogState, CatalogMessage> {
    App("catalog", state: CatalogState()) { core in
        [
            Feature(.products, createProductsFeature(store: core.store, output: core.output)),
            Feature(.pricing, createPricingFeature(store: core.store, output: core.output)),
            Feature(.stock, createStockFeature(store: core.store, output: core.output)),
            Feature(.search, createSearchFeature(store: core.store, output: core.output)),
        ]
    }
}
