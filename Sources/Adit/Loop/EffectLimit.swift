/// More effects were asked for than may be in flight.
public struct EffectLimit: Error, Equatable, CustomStringConvertible {
    /// How many effects may be in flight.
    public let limit: Int

    public var description: String {
        "\(limit == 1 ? "an effect is" : "\(limit) effects are") in flight; limits.effects allows no more"
    }
}
