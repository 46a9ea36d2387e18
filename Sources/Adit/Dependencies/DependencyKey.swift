/// A key of a dependency: something from the outside world that code asks for instead of reaching for it, such as the
/// time of day. This half of a key has no live value, so that it can stand in a module that does not know the real
/// thing.
///
/// See ``DependencyKey`` for the whole.
public protocol TestDependencyKey: SendableMetatype {
    /// What code is given. Any thread.
    associatedtype Value: Sendable = Self

    /// The value in previews: by default ``testValue``, or the live value where the key has one. Any thread.
    static var previewValue: Value { get }

    /// The value in tests. Any thread.
    static var testValue: Value { get }

    /// The name by which failures and ``Feature/overrides`` call it, best that of its property of ``DependencyValues``.
    /// By default it is made of the type's name: `apiClient` for `APIClientKey` and for `APIClient`.
    static var dependencyName: String { get }
}

/// A key of a dependency, with its value for the real world.
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
/// A core asks for a value once, when it is first read, and keeps it as long as the core lives. Without a `testValue`,
/// reading the dependency in a test is a failure of that test, which goes on with the live value.
public protocol DependencyKey: TestDependencyKey {
    // Said once more, so that the type of `liveValue` says which type it is.
    associatedtype Value = Self

    /// The value in the real world. Any thread.
    static var liveValue: Value { get }
}

extension TestDependencyKey {
    public static var previewValue: Value { testValue }

    public static var dependencyName: String { propertyName(ofType: String(describing: Self.self)) }
}

extension DependencyKey {
    public static var previewValue: Value { liveValue }

    /// The live value, and a failure of the test that asks for it.
    public static var testValue: Value {
        MissingTestValue.wasAskedFor(of: Self.self)
        return liveValue
    }
}

/// `APIClientKey` is `apiClient`.
private func propertyName(ofType type: String) -> String {
    let stem = type.hasSuffix("Key") && type.count > 3 ? Substring(type.dropLast(3)) : Substring(type)
    let capitals = stem.prefix { $0.isUppercase }
    // Of several capital letters the last one begins the next word, if there is one.
    let isOneWord = capitals.count == stem.count || capitals.count <= 1
    let first = isOneWord ? capitals : capitals.dropLast()
    return first.lowercased() + stem.dropFirst(first.count)
}
