/// A dependency of the object or the value that has this property.
///
/// ```swift
/// final class EditModel {
///     @Dependency(\.date) var date
///     @Dependency(\.uuid) var uuid
///
///     func save() { store.change(.add(Item(id: uuid(), created: date()))) }
/// }
/// ```
///
/// It is for properties of instances. Where the instance is made, it takes along what is overridden there, so that it
/// keeps that wherever it is called from later. A read gives what is overridden now, where the read happens; else what
/// was overridden where the instance was made; else what the core or the context has.
///
/// A property is used on the core's loop, or wherever else its instance is: it is not Sendable.
///
/// - Complexity: O(1). Under a hundred instructions in a core where nothing is overridden (`benchmarks/run`).
@propertyWrapper
public struct Dependency<Value> {
    @usableFromInline let cell: DependencyCell<Value>

    /// A dependency by its property of ``DependencyValues``.
    ///
    /// - Parameter property: a key's property, or what is made of it, such as `\.apiClient.fetch`.
    public init(
        _ property: KeyPath<DependencyValues, Value> & Sendable, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        cell = DependencyCell(property, place)
    }

    /// A dependency by its key.
    public init<K: TestDependencyKey>(
        _ key: K.Type, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) where K.Value == Value {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        cell = DependencyCell(key, place)
    }

    /// The value, as it is where it is read.
    @inlinable
    public var wrappedValue: Value {
        let root = undisturbedRoot()
        if root != 0, root == cell.root, let value = cell.value {
            // The root is there, as the thread is in its core, and it keeps its values.
            return value._withUnsafeGuaranteedRef { $0.value }
        }
        return cell.find()
    }
}

extension Dependency: CarryingDependencies {
    var carriedDependencies: DependencyValues { cell.carried ?? DependencyValues() }
}
