extension Feature {
    /// Returns this feature with an override of a dependency, for the feature and the code it calls only.
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
    /// Of several overrides of one dependency the first in the source applies, as it is the innermost.
    ///
    /// - Parameters:
    ///   - property: the dependency, or a part of it with another type.
    ///   - value: its value.
    public func dependency<V: Sendable>(
        _ property: WritableKeyPath<DependencyValues, V> & Sendable, _ value: V
    ) -> Feature {
        overriding(DependencyUpdate(isConstant: true) { $0.replace(property, by: value) })
    }

    /// Returns this feature with a dependency derived from the surrounding one.
    ///
    /// - Parameters:
    ///   - property: the dependency, or a part of it.
    ///   - transform: changes the current value into the feature's, on each call of the feature.
    public func transformDependency<V: Sendable>(
        _ property: WritableKeyPath<DependencyValues, V> & Sendable, _ transform: @escaping (inout V) -> Void
    ) -> Feature {
        overriding(DependencyUpdate(isConstant: false) { transform(&$0[keyPath: property]) })
    }

    /// Returns this feature with overrides of several dependencies.
    ///
    /// - Parameter update: changes the values, on each call of the feature.
    public func dependencies(_ update: @escaping (inout DependencyValues) -> Void) -> Feature {
        overriding(DependencyUpdate(isConstant: false, update))
    }

    /// The feature's overrides, by name.
    ///
    /// A value derived from a surrounding one is shown as of the place of this call.
    public var overrides: [DependencyOverride] { overriding?.overrides ?? [] }

    private func overriding(_ update: DependencyUpdate) -> Feature {
        let inner = overriding ?? OverridingInput(input, [])
        return Feature(OverridingInput(inner.input, [update] + inner.updates, around: inner.inner), cases: cases)
    }
}

/// An override of a dependency for a feature, for inspection.
public struct DependencyOverride: CustomStringConvertible {
    /// The dependency's name; see ``TestDependencyKey/dependencyName``.
    public let name: String
    /// The value for the feature.
    public let value: Any

    public var description: String { "\(name): \(value)" }
}
