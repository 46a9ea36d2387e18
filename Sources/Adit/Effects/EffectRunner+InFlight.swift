extension EffectRunner {
    /// The effects in flight, in the order of their start: their numbers, which increase, and their ids; nil without an
    /// id.
    package var inFlightIDs: [(number: Int, id: AnyHashable?)] { inFlightInOrder.map { ($0.number, $0.key.id) } }
}
