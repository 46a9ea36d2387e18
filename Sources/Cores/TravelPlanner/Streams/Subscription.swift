/// That somebody listens to a stream: for as long as this is kept, or until it is disposed of.
final class Subscription {
    private var end: (() -> Void)?

    init(_ end: @escaping () -> Void) { self.end = end }

    deinit { dispose() }

    /// Ends it; once is enough.
    func dispose() {
        end?()
        end = nil
    }

    /// Lets it live as long as a bag.
    func disposed(by bag: DisposeBag) { bag.insert(self) }
}

/// Subscriptions that end with their owner, who holds it.
final class DisposeBag {
    private var subscriptions: [Subscription] = []

    func insert(_ subscription: Subscription) { subscriptions.append(subscription) }
}
