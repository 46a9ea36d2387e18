import AditJSON

/// A value that an app derives from its state. Hosts read it and subscribe to it like a part of the state, at
/// `/view/NAME`.
///
/// ```swift
/// View("open", of: \.items) { !$0.completed }
/// View("openCount", countOf: \.items) { !$0.completed }
/// View("balances", of: \.entries, sum: \.amount, by: \.account)
/// View("tagNames") { state in state.tags.map(\.name) }
/// ```
///
/// A view is computed when it is read, and kept up to date while it has subscribers: a view of a table incrementally,
/// at the cost of the table's changes; any other by recomputation, when a part that it has read changes.
public struct View<S: State>: Sendable {
    /// The name of the view in its pointer.
    public let name: String
    package let schema: @Sendable (SchemaDefinitions) -> Schema
    let make: @Sendable () -> any LiveView<S>

    init(
        name: String, schema: @escaping @Sendable (SchemaDefinitions) -> Schema,
        make: @escaping @Sendable () -> any LiveView<S>
    ) {
        self.name = name
        self.schema = schema
        self.make = make
    }

    /// Returns the view as one of a state that this one is a part of.
    ///
    /// - Parameters:
    ///   - name: the name of the view in its pointer.
    ///   - part: returns the part; nil if absent, and then there is no value.
    package func within<Whole: State>(named name: String, part: @escaping @Sendable (Whole) -> S?) -> View<Whole> {
        View<Whole>(name: name, schema: schema) { [make] in
            func wrap<Live: LiveView<S>>(_ live: Live) -> any LiveView<Whole> { PartView<Whole, Live>(live, part) }
            return wrap(make())
        }
    }

    /// A view that is computed from the state.
    ///
    /// - Parameters:
    ///   - name: the name of the view in its pointer.
    ///   - read: computes the value, from the reads of its argument alone. It runs on the core's loop.
    public init<Value: WireCodable & SendableMetatype>(
        _ name: String, _ read: @escaping @Sendable (StateReader<S>) -> Value
    ) {
        self.init(name: name, schema: { Value.schema(in: $0) }) { ReadView(read) }
    }

    /// A view of the elements of a table that match a predicate, in their order: a table as well.
    ///
    /// - Parameters:
    ///   - name: the name of the view in its pointer.
    ///   - path: the table.
    ///   - isIncluded: returns whether an element matches; it must depend on the element alone.
    /// - Complexity: O(n) for the first computation; then O(log n) per changed element.
    public init<ID, Element>(
        _ name: String, of path: KeyPath<S, Table<ID, Element>> & Sendable,
        where isIncluded: @escaping @Sendable (Element) -> Bool
    ) where ID: LosslessStringConvertible & WireCodable & SendableMetatype, Element: WireCodable & SendableMetatype {
        self.init(name: name, schema: { Table<ID, Element>.schema(in: $0) }) { FilterView(path, isIncluded) }
    }

    /// A view of the elements of a table, sorted: a table as well. Elements with equal keys are in the table's order.
    ///
    /// - Parameters:
    ///   - name: the name of the view in its pointer.
    ///   - path: the table.
    ///   - isIncluded: returns whether an element matches; it must depend on the element alone.
    ///   - key: returns the sort key of an element; it must depend on the element alone. Texts of a host are best
    ///     compared as a ``ByteString``.
    /// - Complexity: O(n log n) for the first computation; then O(log n) per changed element.
    public init<ID, Element, Key: Comparable>(
        _ name: String, of path: KeyPath<S, Table<ID, Element>> & Sendable,
        where isIncluded: @escaping @Sendable (Element) -> Bool = { _ in true },
        sortedBy key: @escaping @Sendable (Element) -> Key
    ) where ID: LosslessStringConvertible & WireCodable & SendableMetatype, Element: WireCodable & SendableMetatype {
        self.init(name: name, schema: { Table<ID, Element>.schema(in: $0) }) {
            FilterView(path, isIncluded, by: { key($0) < key($1) })
        }
    }

    /// A view of the number of elements of a table that match a predicate.
    ///
    /// - Parameters:
    ///   - name: the name of the view in its pointer.
    ///   - path: the table.
    ///   - isIncluded: returns whether an element matches; it must depend on the element alone.
    /// - Complexity: O(n) for the first computation; then O(1) per changed element.
    public init<ID, Element>(
        _ name: String, countOf path: KeyPath<S, Table<ID, Element>> & Sendable,
        where isIncluded: @escaping @Sendable (Element) -> Bool
    ) where ID: SendableMetatype, Element: SendableMetatype {
        self.init(name: name, schema: { Int.schema(in: $0) }) {
            AggregateView(path, where: isIncluded, ElementCount())
        }
    }
}
