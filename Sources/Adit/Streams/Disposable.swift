/// A subscription to a stream. It ends when it is released or disposed of.
public final class Disposable {
    private var end: (() -> Void)?

    init(_ end: @escaping () -> Void) { self.end = end }

    deinit { dispose() }

    /// Ends the subscription. Further calls have no effect.
    public func dispose() {
        end?()
        end = nil
    }

    /// Adds the subscription to a bag, which retains it.
    public func disposed(by bag: DisposeBag) { bag.insert(self) }
}

/// A set of subscriptions that end with the owner of the bag.
public final class DisposeBag {
    private var subscriptions: [Disposable] = []

    /// Creates an empty bag.
    public init() {}

    /// Adds a subscription.
    public func insert(_ subscription: Disposable) { subscriptions.append(subscription) }
}
