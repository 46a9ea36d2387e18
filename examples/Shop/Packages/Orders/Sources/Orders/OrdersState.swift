import Adit

/// The state of what was bought.
@Model public struct OrdersState: State, Equatable {
    public var orders: Table<UUID, Order> = []

    public init() {}

    public enum Change {
        case add(Order)
        case set(UUID, Progress)
    }

    public mutating func apply(_ change: Change) {
        switch change {
        case .add(let order): orders.updateOrAppend(order)
        case .set(let id, let progress): orders.update(id) { $0.progress = progress }
        }
    }
}
