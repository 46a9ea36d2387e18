extension Feature {
    /// This feature with another value of a dependency: for it and all that it calls, and for nothing beside it.
    ///
    /// ```swift
    /// [
    ///     Feature(.header, createHeaderFeature(output: core.output))
    ///         .dependency(\.fileManager, .mock)
    ///         .dependency(\.userDefaults, .mock),
    ///     Feature(.footer, createFooterFeature(output: core.output)),
    /// ]
    /// ```
    ///
    /// Of several overrides of one dependency the one that is written first counts, as it is the closest.
    ///
    /// - Parameters:
    ///   - property: the dependency, or a part of it that is of another type than the whole.
    ///   - value: its value.
    public func dependency<V: Sendable>(
        _ property: WritableKeyPath<DependencyValues, V> & Sendable, _ value: V
    ) -> Feature {
        overriding(DependencyUpdate(isConstant: true) { $0.replace(property, by: value) })
    }

    /// This feature with a dependency that is made of the one around it.
    ///
    /// - Parameters:
    ///   - property: the dependency, or a part of it.
    ///   - transform: makes of what is current, whenever the feature is called, what it is for the feature.
    public func transformDependency<V: Sendable>(
        _ property: WritableKeyPath<DependencyValues, V> & Sendable, _ transform: @escaping (inout V) -> Void
    ) -> Feature {
        overriding(DependencyUpdate(isConstant: false) { transform(&$0[keyPath: property]) })
    }

    /// This feature with other values of several dependencies.
    ///
    /// - Parameter update: changes the values, whenever the feature is called.
    public func dependencies(_ update: @escaping (inout DependencyValues) -> Void) -> Feature {
        overriding(DependencyUpdate(isConstant: false, update))
    }

    /// The dependencies that are other ones for this feature than around it, by their names.
    ///
    /// What is made of values around it is shown as it is where this is called.
    public var overrides: [DependencyOverride] { overriding?.overrides ?? [] }

    private func overriding(_ update: DependencyUpdate) -> Feature {
        let inner = overriding ?? OverridingInput(input, [])
        return Feature(OverridingInput(inner.input, [update] + inner.updates, around: inner.inner), cases: cases)
    }
}
