/// A subscription to a stream. It ends when it is released or disposed of.
final class Subscription {
    private var end: (() -> Void)?

    init(_ end: @escaping () -> Void) { self.end = end }

    deinit { dispose() }

    /// Ends the subscription. Further calls have no effect.
    func dispose() {
        end?()
        end = nil
    }

    /// Adds the subscription to a bag, which retains it.
    func disposed(by bag: DisposeBag) { bag.insert(self) }
}

/// A set of subscriptions that end with the owner of the bag.
final class DisposeBag {
    private var subscriptions: [Subscription] = []

    func insert(_ subscription: Subscription) { subscriptions.append(subscription) }
}
