/// An override of a dependency for a feature, for inspection.
public struct DependencyOverride: CustomStringConvertible {
    /// The dependency's name; see ``TestDependencyKey/dependencyName``.
    public let name: String
    /// The value for the feature.
    public let value: Any

    public var description: String { "\(name): \(value)" }
}
