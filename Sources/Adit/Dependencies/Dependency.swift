/// A property that reads a dependency of its object or value.
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
/// It is for properties of instances. An instance captures the overrides at the place where it is made, and keeps them
/// wherever it is called from later. A read returns the override at the place of the read; else the captured one; else
/// the value of the core or the context.
///
/// Use it on the core's loop, or wherever else its instance is used: it is not Sendable.
///
/// - Complexity: O(1). Under a hundred instructions in a core where nothing is overridden (`benchmarks/run`).
@propertyWrapper
public struct Dependency<Value> {
    @usableFromInline let cell: DependencyCell<Value>

    /// A dependency by its property of ``DependencyValues``.
    ///
    /// - Parameter property: a key's property, or one derived from it, such as `\.apiClient.fetch`.
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

    /// The value at the place of the read.
    @inlinable
    public var wrappedValue: Value {
        let root = undisturbedRoot()
        if root != 0, root == cell.root, let value = cell.value {
            // The root exists, as the thread is in its core, and it retains its values.
            return value._withUnsafeGuaranteedRef { $0.value }
        }
        return cell.find()
    }
}

extension Dependency: CarryingDependencies {
    var carriedDependencies: DependencyValues { cell.carried ?? DependencyValues() }
}
