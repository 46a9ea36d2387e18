/// An ordered collection of values, each with an id: a part of a state that grows.
///
/// ```swift
/// var items: Table<UUID, TodoItem> = []
/// items.append(item)
/// items.update(item.id) { $0.completed = true }
/// ```
///
/// On the wire it is `{"ids": [in order], "entities": {id: element}}`, so that an element has a pointer that stays the
/// same (`/items/entities/ID`) and the order is a short list of its own.
public struct Table<ID: Hashable, Element: Identifiable> where Element.ID == ID {
    // What is inlinable here is compiled for the elements' own type: unspecialised, an `add` of the todo core costs a
    // third more (`benchmarks/run`).
    @usableFromInline var elements: [Element] = []
    @usableFromInline var index: [ID: Int] = [:]
    /// Whether changes are noted.
    @usableFromInline var isNoting = false
    /// What undoes the changes since ``noteChanges()``, the latest last.
    @usableFromInline var notes: [Note] = []

    @usableFromInline
    enum Note {
        case wasAppended
        case wasReplaced(Element, at: Int)
        case wasRemoved(Element, from: Int)
        case wasAll([Element])
    }

    @inlinable public init() {}

    /// The element with an id; nil where there is none.
    ///
    /// - Complexity: O(1).
    @inlinable
    public subscript(id id: ID) -> Element? { index[id].map { elements[$0] } }

    /// Adds an element at the end; one with an id that is there already is put in its place instead.
    ///
    /// - Complexity: O(1), amortized.
    @inlinable
    public mutating func append(_ element: Element) {
        // One look into the index in the usual case.
        if let position = index.updateValue(elements.count, forKey: element.id) {
            index[element.id] = position
            note(.wasReplaced(elements[position], at: position))
            elements[position] = element
        } else {
            note(.wasAppended)
            elements.append(element)
        }
    }

    /// Changes the element with an id in place; does nothing where there is none. Its id must stay: a change of it is
    /// taken back, with all else that `body` changed.
    ///
    /// - Returns: what `body` returns; nil where there is no such element.
    /// - Complexity: O(1), besides `body`.
    @inlinable
    @discardableResult
    public mutating func update<R>(_ id: ID, _ body: (inout Element) throws -> R) rethrows -> R? {
        guard let position = index[id] else { return nil }
        let old = elements[position]
        defer {
            if elements[position].id != id { elements[position] = old }
            note(.wasReplaced(old, at: position))
        }
        return try body(&elements[position])
    }

    /// Takes an element out; nil where there is none with that id.
    ///
    /// - Complexity: O(n).
    @discardableResult
    public mutating func remove(_ id: ID) -> Element? {
        guard let position = index.removeValue(forKey: id) else { return nil }
        let element = elements.remove(at: position)
        renumber(from: position)
        note(.wasRemoved(element, from: position))
        return element
    }

    /// Puts other elements in the place of all.
    ///
    /// - Complexity: O(n).
    public mutating func replaceAll(with others: some Sequence<Element>) {
        note(.wasAll(elements))
        replaceUnnoted(with: others)
    }

    private mutating func replaceUnnoted(with others: some Sequence<Element>) {
        let table = Table(others)
        elements = table.elements
        index = table.index
    }

    private mutating func renumber(from start: Int) {
        for position in start..<elements.count { index[elements[position].id] = position }
    }
}

// MARK: - The way back

extension Table {
    /// Forgets what was noted, and notes the changes from now on.
    @inlinable
    public mutating func noteChanges() {
        isNoting = true
        guard !notes.isEmpty else { return }
        if notes.count == 1 { _ = notes.popLast() } else { notes.removeAll(keepingCapacity: notes.count <= 64) }
    }

    @inlinable
    mutating func note(_ note: Note) {
        guard isNoting else { return }
        notes.append(note)
    }

    /// Undoes what was noted.
    ///
    /// - Complexity: that of the changes.
    public mutating func undoNotedChanges() {
        for note in notes.reversed() {
            switch note {
            case .wasAppended:
                let element = elements.removeLast()
                index[element.id] = nil
            case .wasReplaced(let element, let position):
                elements[position] = element
            case .wasRemoved(let element, let position):
                elements.insert(element, at: position)
                renumber(from: position)
            case .wasAll(let all):
                replaceUnnoted(with: all)
            }
        }
        noteChanges()
    }
}

// MARK: - A collection in order

extension Table: RandomAccessCollection {
    @inlinable public var startIndex: Int { 0 }
    @inlinable public var endIndex: Int { elements.count }
    @inlinable public subscript(position: Int) -> Element { elements[position] }
}

extension Table: ExpressibleByArrayLiteral {
    public init(arrayLiteral elements: Element...) { self.init(elements) }

    /// The elements in order; of two with the same id, the later one in the place of the earlier.
    public init(_ elements: some Sequence<Element>) {
        for element in elements { append(element) }
    }
}

extension Table: Equatable where Element: Equatable {
    public static func == (left: Table, right: Table) -> Bool { left.elements == right.elements }
}

extension Table: Sendable where ID: Sendable, Element: Sendable {}
extension Table.Note: Sendable where ID: Sendable, Element: Sendable {}
