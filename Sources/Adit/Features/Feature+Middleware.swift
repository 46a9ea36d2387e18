extension Feature {
    /// This feature behind middleware of its own: what it is given passes that first, in list order.
    ///
    /// It stands behind the core's middleware, and concerns this feature alone: a message that it swallows is seen by
    /// the others, and heard by the host.
    public func middleware(_ layers: Middleware<Message>...) -> Feature {
        Feature(OverridingInput(chain(layers, to: input), [], around: overriding), cases: cases)
    }
}
