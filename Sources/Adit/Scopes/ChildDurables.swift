import AditJSON

/// The durable effects of the child cores of one scope, by the places of the children. The core's loop.
struct ChildDurables<Key> {
    private weak var durable: DurableEffects?
    private let place: (Key) -> ByteString

    /// - Parameter place: returns the beginning of the names of a child's durable effects.
    init(_ durable: DurableEffects?, place: @escaping (Key) -> ByteString) {
        self.durable = durable
        self.place = place
    }

    /// Whether any core has pending durable effects.
    var arePending: Bool { durable.map { !$0.isEmpty } ?? false }

    func arePending(of key: Key) -> Bool { durable?.arePending(below: place(key)) ?? false }

    /// Sets the function that builds the children with pending effects, before these begin.
    func onNeed(_ build: @escaping () -> Void) { durable?.builders.append(build) }

    /// Cancels the effects of a child that ends.
    func end(_ key: Key, _ runner: EffectRunner) {
        guard arePending else { return }
        let place = place(key)
        runner.ask(.perform { [weak durable] _, listener in durable?.cancelAll(below: place, listener) })
    }
}
