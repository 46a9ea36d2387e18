/// A key of a dependency: a service of the outside world that code receives instead of accessing it, such as the time
/// of day. This half of a key has no live value, so that it can be declared in a module that does not know the live
/// implementation.
///
/// See ``DependencyKey`` for the complete key.
public protocol TestDependencyKey: SendableMetatype {
    /// The type of the value. Any thread.
    associatedtype Value: Sendable = Self

    /// The value in previews: by default ``testValue``, or the live value if the key has one. Any thread.
    static var previewValue: Value { get }

    /// The value in tests. Any thread.
    static var testValue: Value { get }

    /// The name in failures and in ``Feature/overrides``, best that of the property of ``DependencyValues``. By
    /// default it is derived from the type's name: `apiClient` for `APIClientKey` and for `APIClient`.
    static var dependencyName: String { get }
}

/// A key of a dependency, with its live value.
///
/// ```swift
/// struct FileManagerKey: DependencyKey {
///     static var liveValue: FileManager { .system }
///     static var testValue: FileManager { .empty }
/// }
/// extension DependencyValues {
///     var fileManager: FileManager {
///         get { self[FileManagerKey.self] }
///         set { self[FileManagerKey.self] = newValue }
///     }
/// }
/// ```
///
/// A core requests a value once, on its first read, and retains it as long as the core lives. Without a `testValue`, a
/// read in a test is a failure of that test, which continues with the live value.
public protocol DependencyKey: TestDependencyKey {
    // Redeclared, so that the type of `liveValue` determines it.
    associatedtype Value = Self

    /// The value in production. Any thread.
    static var liveValue: Value { get }
}

extension TestDependencyKey {
    public static var previewValue: Value { testValue }

    public static var dependencyName: String { propertyName(ofType: String(describing: Self.self)) }
}

extension DependencyKey {
    public static var previewValue: Value { liveValue }

    /// The live value; reading it is a failure of the test.
    public static var testValue: Value {
        MissingTestValue.wasAskedFor(of: Self.self)
        return liveValue
    }
}

/// Returns the property name of a key's type: `apiClient` for `APIClientKey`.
private func propertyName(ofType type: String) -> String {
    let stem = type.hasSuffix("Key") && type.count > 3 ? Substring(type.dropLast(3)) : Substring(type)
    let capitals = stem.prefix { $0.isUppercase }
    // The last of several capital letters begins the next word, if there is one.
    let isOneWord = capitals.count == stem.count || capitals.count <= 1
    let first = isOneWord ? capitals : capitals.dropLast()
    return first.lowercased() + stem.dropFirst(first.count)
}

/// The context that dependencies' values are for.
public enum DependencyContext: Sendable {
    /// Production.
    case live
    /// A preview, without access to the outside world.
    case preview
    /// A test, which declares every contact with the outside world.
    case test
}

extension DependencyContext {
    /// The context of code outside a core: ``test`` if the process runs tests, else ``live``.
    static var ofProcess: DependencyContext { processRunsTests ? .test : .live }
}

/// Whether the process runs tests: on Linux a test bundle is an executable, with an argument that selects the testing
/// library.
private let processRunsTests = CommandLine.arguments.contains { $0.hasSuffix(".xctest") || $0 == "--testing-library" }
