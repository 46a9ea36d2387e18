import AditJSON

/// A part that an app derives from its state, for hosts to read and to follow like any other: below `/view`, by its name.
///
/// ```swift
/// View("open", of: \.items) { !$0.completed }
/// View("openCount", countOf: \.items) { !$0.completed }
/// View("tagNames") { state in state.tags.map(\.name) }
/// ```
///
/// It is worked out when somebody asks for it, and kept up to date as long as somebody follows it: one of a table by what
/// has changed in that, at the cost of the change; any other anew, when something has changed that it has read.
public struct View<S: State>: Sendable {
    /// The name by which a host finds it.
    public let name: String
    let schema: @Sendable (SchemaDefinitions) -> Schema
    let make: @Sendable () -> any LiveView<S>

    /// A value that is worked out of the state.
    ///
    /// - Parameter read: works it out, of what it reads of the state and nothing else. It runs on the core's loop.
    public init<Value: WireCodable & SendableMetatype>(
        _ name: String, _ read: @escaping @Sendable (StateReader<S>) -> Value
    ) {
        self.name = name
        schema = { Value.schema(in: $0) }
        make = { ReadView(read) }
    }

    /// Those elements of a table that are meant, in their order: a table as well.
    ///
    /// - Parameter isIncluded: whether an element is meant; it may depend on the element alone.
    /// - Complexity: O(n) when it is worked out; then O(log n) for each element that has changed.
    public init<ID, Element>(
        _ name: String, of path: KeyPath<S, Table<ID, Element>> & Sendable,
        where isIncluded: @escaping @Sendable (Element) -> Bool
    ) where ID: LosslessStringConvertible & WireCodable & SendableMetatype, Element: WireCodable & SendableMetatype {
        self.name = name
        schema = { Table<ID, Element>.schema(in: $0) }
        make = { FilterView(path, isIncluded) }
    }

    /// How many elements of a table are meant.
    ///
    /// - Parameter isIncluded: whether an element is meant; it may depend on the element alone.
    /// - Complexity: O(n) when it is worked out; then O(1) for each element that has changed.
    public init<ID, Element>(
        _ name: String, countOf path: KeyPath<S, Table<ID, Element>> & Sendable,
        where isIncluded: @escaping @Sendable (Element) -> Bool
    ) where ID: SendableMetatype, Element: SendableMetatype {
        self.name = name
        schema = { Int.schema(in: $0) }
        make = { CountView(path, isIncluded) }
    }
}
