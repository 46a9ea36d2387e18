import AditJSON

// Views of sums, numbers and extremes of the elements of a table, whole or by groups.
extension View {
    /// A view of the number of elements of a table in each group: a dictionary by the groups' keys.
    ///
    /// - Parameters:
    ///   - name: the name of the view in its pointer.
    ///   - path: the table.
    ///   - isIncluded: returns whether an element counts; it must depend on the element alone.
    ///   - key: returns the group of an element; it must depend on the element alone.
    /// - Complexity: O(n) for the first computation; then O(1) per changed element.
    public init<ID, Element, Key: WireKey & SendableMetatype>(
        _ name: String, countOf path: KeyPath<S, Table<ID, Element>> & Sendable,
        where isIncluded: @escaping @Sendable (Element) -> Bool = { _ in true },
        by key: @escaping @Sendable (Element) -> Key
    ) where ID: SendableMetatype, Element: SendableMetatype {
        self.init(name: name, schema: { .dictionary(keys: Key.wirePattern, Int.schema(in: $0)) }) {
            GroupView(path, where: isIncluded, by: key, ElementCount())
        }
    }

    /// A view of the sum of a number of each element of a table: 0 without elements. It has no value while the sum does
    /// not fit its type.
    ///
    /// - Parameters:
    ///   - name: the name of the view in its pointer.
    ///   - path: the table.
    ///   - isIncluded: returns whether an element counts; it must depend on the element alone.
    ///   - number: returns the summand of an element; it must depend on the element alone.
    /// - Complexity: O(n) for the first computation; then O(1) per changed element.
    public init<ID, Element, Number: Summable>(
        _ name: String, of path: KeyPath<S, Table<ID, Element>> & Sendable,
        where isIncluded: @escaping @Sendable (Element) -> Bool = { _ in true },
        sum number: @escaping @Sendable (Element) -> Number
    ) where ID: SendableMetatype, Element: SendableMetatype {
        self.init(name: name, schema: { Number.schema(in: $0) }) {
            AggregateView(path, where: isIncluded, ElementSum(of: number))
        }
    }

    /// A view of the sum of a number of each element of a table in each group: a dictionary by the groups' keys. A group
    /// whose sum does not fit its type is left out.
    ///
    /// ```swift
    /// View("balances", of: \.entries, sum: \.amount, by: \.account)  // {"cash":"12.50","rent":"-800.00"}
    /// ```
    ///
    /// - Parameters:
    ///   - name: the name of the view in its pointer.
    ///   - path: the table.
    ///   - isIncluded: returns whether an element counts; it must depend on the element alone.
    ///   - number: returns the summand of an element; it must depend on the element alone.
    ///   - key: returns the group of an element; it must depend on the element alone.
    /// - Complexity: O(n) for the first computation; then O(1) per changed element.
    public init<ID, Element, Number: Summable, Key: WireKey & SendableMetatype>(
        _ name: String, of path: KeyPath<S, Table<ID, Element>> & Sendable,
        where isIncluded: @escaping @Sendable (Element) -> Bool = { _ in true },
        sum number: @escaping @Sendable (Element) -> Number, by key: @escaping @Sendable (Element) -> Key
    ) where ID: SendableMetatype, Element: SendableMetatype {
        self.init(name: name, schema: { .dictionary(keys: Key.wirePattern, Number.schema(in: $0)) }) {
            GroupView(path, where: isIncluded, by: key, ElementSum(of: number))
        }
    }

    /// A view of the least value of the elements of a table; none without elements.
    ///
    /// - Parameters:
    ///   - name: the name of the view in its pointer.
    ///   - path: the table.
    ///   - isIncluded: returns whether an element counts; it must depend on the element alone.
    ///   - value: returns the value of an element; it must depend on the element alone. Of equal ones, the view has that
    ///     of the first element in the table.
    /// - Complexity: O(n log n) for the first computation; then O(log n) per changed element. It keeps the elements in
    ///   the order of their values.
    public init<ID, Element, Value: Comparable & WireCodable & SendableMetatype>(
        _ name: String, of path: KeyPath<S, Table<ID, Element>> & Sendable,
        where isIncluded: @escaping @Sendable (Element) -> Bool = { _ in true },
        minimum value: @escaping @Sendable (Element) -> Value
    ) where ID: LosslessStringConvertible & WireCodable & SendableMetatype, Element: WireCodable & SendableMetatype {
        self.init(name: name, schema: { Value.schema(in: $0) }) {
            AggregateView(path, where: isIncluded, ElementExtreme(of: value, by: <))
        }
    }

    /// A view of the largest value of the elements of a table; none without elements.
    ///
    /// - Parameters:
    ///   - name: the name of the view in its pointer.
    ///   - path: the table.
    ///   - isIncluded: returns whether an element counts; it must depend on the element alone.
    ///   - value: returns the value of an element; it must depend on the element alone. Of equal ones, the view has that
    ///     of the first element in the table.
    /// - Complexity: O(n log n) for the first computation; then O(log n) per changed element. It keeps the elements in
    ///   the order of their values.
    public init<ID, Element, Value: Comparable & WireCodable & SendableMetatype>(
        _ name: String, of path: KeyPath<S, Table<ID, Element>> & Sendable,
        where isIncluded: @escaping @Sendable (Element) -> Bool = { _ in true },
        maximum value: @escaping @Sendable (Element) -> Value
    ) where ID: LosslessStringConvertible & WireCodable & SendableMetatype, Element: WireCodable & SendableMetatype {
        self.init(name: name, schema: { Value.schema(in: $0) }) {
            AggregateView(path, where: isIncluded, ElementExtreme(of: value, by: >))
        }
    }

    /// A view of the least value in each group of a table's elements: a dictionary by the groups' keys.
    ///
    /// - Parameters:
    ///   - name: the name of the view in its pointer.
    ///   - path: the table.
    ///   - isIncluded: returns whether an element counts; it must depend on the element alone.
    ///   - value: returns the value of an element; it must depend on the element alone.
    ///   - key: returns the group of an element; it must depend on the element alone.
    /// - Complexity: as ``init(_:of:where:minimum:)``.
    public init<ID, Element, Value: Comparable & WireCodable & SendableMetatype, Key: WireKey & SendableMetatype>(
        _ name: String, of path: KeyPath<S, Table<ID, Element>> & Sendable,
        where isIncluded: @escaping @Sendable (Element) -> Bool = { _ in true },
        minimum value: @escaping @Sendable (Element) -> Value, by key: @escaping @Sendable (Element) -> Key
    ) where ID: LosslessStringConvertible & WireCodable & SendableMetatype, Element: WireCodable & SendableMetatype {
        self.init(name: name, schema: { .dictionary(keys: Key.wirePattern, Value.schema(in: $0)) }) {
            GroupView(path, where: isIncluded, by: key, ElementExtreme(of: value, by: <))
        }
    }

    /// A view of the largest value in each group of a table's elements: a dictionary by the groups' keys.
    ///
    /// - Parameters:
    ///   - name: the name of the view in its pointer.
    ///   - path: the table.
    ///   - isIncluded: returns whether an element counts; it must depend on the element alone.
    ///   - value: returns the value of an element; it must depend on the element alone.
    ///   - key: returns the group of an element; it must depend on the element alone.
    /// - Complexity: as ``init(_:of:where:maximum:)``.
    public init<ID, Element, Value: Comparable & WireCodable & SendableMetatype, Key: WireKey & SendableMetatype>(
        _ name: String, of path: KeyPath<S, Table<ID, Element>> & Sendable,
        where isIncluded: @escaping @Sendable (Element) -> Bool = { _ in true },
        maximum value: @escaping @Sendable (Element) -> Value, by key: @escaping @Sendable (Element) -> Key
    ) where ID: LosslessStringConvertible & WireCodable & SendableMetatype, Element: WireCodable & SendableMetatype {
        self.init(name: name, schema: { .dictionary(keys: Key.wirePattern, Value.schema(in: $0)) }) {
            GroupView(path, where: isIncluded, by: key, ElementExtreme(of: value, by: >))
        }
    }
}
