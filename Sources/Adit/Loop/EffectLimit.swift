/// The error of a message whose effects would exceed the limit of effects in flight.
public struct EffectLimit: Error, Equatable, CustomStringConvertible {
    /// The maximum number of effects in flight.
    public let limit: Int

    public var description: String {
        "\(limit == 1 ? "an effect is" : "\(limit) effects are") in flight; limits.effects allows no more"
    }
}
