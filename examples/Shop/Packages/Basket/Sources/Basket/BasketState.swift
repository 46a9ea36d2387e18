import Adit

/// The state of what a customer is about to buy.
@Model public struct BasketState: State, Equatable {
    public var lines: Table<UUID, Line> = []
    /// The percentage that a voucher takes off.
    public var discount = 0

    public init() {}

    public enum Change {
        case put(Line)
        case remove(UUID)
        case setCount(UUID, Int)
        case setDiscount(Int)
        case empty
    }

    public mutating func apply(_ change: Change) {
        switch change {
        case .put(let line): lines.updateOrAppend(line)
        case .remove(let id): lines.remove(id)
        case .setCount(let id, let count): lines.update(id) { $0.count = count }
        case .setDiscount(let discount): self.discount = discount
        case .empty: (lines, discount) = ([], 0)
        }
    }
}
