/// A dependency that is another one for a feature than around it, for whom wants to see.
public struct DependencyOverride: CustomStringConvertible {
    /// The dependency's name, see ``TestDependencyKey/dependencyName``.
    public let name: String
    /// Its value there.
    public let value: Any

    public var description: String { "\(name): \(value)" }
}
