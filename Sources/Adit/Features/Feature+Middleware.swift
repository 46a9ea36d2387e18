extension Feature {
    /// Returns this feature behind middleware: its messages pass that first, in list order.
    ///
    /// The middleware comes after the core's, and applies to this feature only: a message that it swallows still
    /// reaches the other features and the host.
    public func middleware(_ layers: Middleware<Message>...) -> Feature {
        Feature(OverridingInput(chain(layers, to: input), [], around: overriding), cases: cases)
    }
}
