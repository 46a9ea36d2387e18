import AditJSON

/// What a view keeps of the elements of a table, or of a group of them: their number, a sum, the least or the largest
/// value.
protocol TableAggregate<ID, Element> {
    associatedtype ID: Hashable
    associatedtype Element: Identifiable where Element.ID == ID
    associatedtype Value: WireCodable

    /// Whether the value depends on the order of the table.
    static var followsOrder: Bool { get }

    /// The number of elements.
    var count: Int { get }
    /// The value; nil if there is none.
    var value: Value? { get }

    /// Adds an element of the table.
    mutating func add(_ element: Element, of table: Table<ID, Element>)
    /// Removes an element that was added before, as it was then.
    mutating func remove(_ element: Element)
    /// Adds the first elements, in the order of the table.
    mutating func add(first elements: [Element], of table: Table<ID, Element>)
}

extension TableAggregate {
    mutating func add(first elements: [Element], of table: Table<ID, Element>) {
        for element in elements { add(element, of: table) }
    }
}

/// The number of elements.
struct ElementCount<ID: Hashable, Element: Identifiable>: TableAggregate where Element.ID == ID {
    private(set) var count = 0

    static var followsOrder: Bool { false }
    var value: Int? { count }
    mutating func add(_: Element, of _: Table<ID, Element>) { count += 1 }
    mutating func remove(_: Element) { count -= 1 }
}

/// The sum of a number of each element.
struct ElementSum<ID: Hashable, Element: Identifiable, Number: Summable>: TableAggregate where Element.ID == ID {
    private(set) var count = 0
    private var sum = Number.Sum()
    private let number: (Element) -> Number

    init(of number: @escaping (Element) -> Number) { self.number = number }

    static var followsOrder: Bool { false }
    var value: Number? { sum.number }

    mutating func add(_ element: Element, of _: Table<ID, Element>) {
        sum.add(number(element))
        count += 1
    }

    mutating func remove(_ element: Element) {
        sum.remove(number(element))
        count -= 1
    }
}

/// The least or the largest value of the elements; of equal ones that of the first element in the table.
struct ElementExtreme<ID: Hashable, Element: Identifiable, Value: Comparable & WireCodable>: TableAggregate
where Element.ID == ID, ID: LosslessStringConvertible & WireCodable, Element: WireCodable {
    /// The elements by their values.
    private var sorted: Table<ID, Element> = []
    private let member: (Element) -> Value
    private let order: ElementOrder<ID, Element>

    /// - Parameter isBefore: whether a value is taken before another one.
    init(of member: @escaping (Element) -> Value, by isBefore: @escaping (Value, Value) -> Bool) {
        self.member = member
        order = ElementOrder { isBefore(member($0), member($1)) }
    }

    static var followsOrder: Bool { true }
    var count: Int { sorted.count }
    var value: Value? { sorted.first.map(member) }

    mutating func add(_ element: Element, of table: Table<ID, Element>) {
        order.insert(element, to: &sorted, of: table)
    }
    mutating func remove(_ element: Element) { sorted.remove(element.id) }

    mutating func add(first elements: [Element], of _: Table<ID, Element>) {
        sorted = Table(order.sorted(elements))
    }
}
