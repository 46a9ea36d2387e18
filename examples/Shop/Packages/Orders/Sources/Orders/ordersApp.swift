import Adit

/// The app `orders`: what was bought.
public func ordersApp() -> App<OrdersState, OrdersMessage> {
    App("orders", state: OrdersState()) { core in
        [
            Feature(.placing, createPlacingFeature(store: core.store, output: core.output)),
            Feature(.paying, createPayingFeature(store: core.store, output: core.output)),
            Feature(.shipping, createShippingFeature(store: core.store, output: core.output)),
            Feature(.returning, createReturningFeature(store: core.store, output: core.output)),
        ]
    }
}
