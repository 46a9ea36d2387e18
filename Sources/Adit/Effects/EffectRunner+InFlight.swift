extension EffectRunner {
    /// The effects in flight, in the order in which they began: their numbers, which count on, and their ids; nil: it
    /// has none.
    package var inFlightIDs: [(number: Int, id: AnyHashable?)] { inFlightInOrder.map { ($0.number, $0.key.id) } }
}
