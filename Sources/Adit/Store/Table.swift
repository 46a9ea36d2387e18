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
    // What is inlinable here is compiled for the elements' own type, which `benchmarks/run` needs: otherwise each look-up
    // and each edit goes through the types' witnesses.
    @usableFromInline var elements: [Element] = []
    @usableFromInline var index: [ID: Int] = [:]
    /// Whether changes are noted.
    @usableFromInline var isNoting = false
    /// What undoes the changes since ``noteChanges()``, the latest last.
    @usableFromInline var notes: [Note] = []
    /// The elements that the notes tell of, in the same order.
    @usableFromInline var former: [Element] = []
    /// How many elements were appended after the last of the notes: most messages that add something need no note then.
    @usableFromInline var appended = 0

    @usableFromInline
    enum Note {
        case wereAppended(Int)
        case wasReplaced(at: Int)
        case wasRemoved(from: Int)
        /// So many were all.
        case wereAll(Int)
    }

    @inlinable public init() {}

    /// The element with an id; nil where there is none.
    ///
    /// - Complexity: O(1).
    @inlinable
    public subscript(id id: ID) -> Element? {
        guard let position = index[id] else { return nil }
        return elements[position]
    }

    /// Whether there is an element with an id.
    ///
    /// - Complexity: O(1).
    @inlinable
    public func contains(id: ID) -> Bool { index[id] != nil }

    /// Adds an element at the end; one with an id that is there already is put in its place instead.
    ///
    /// - Complexity: O(1), amortized.
    @inlinable
    public mutating func append(_ element: consuming Element) {
        // One look into the index in the usual case.
        if let position = index.updateValue(elements.count, forKey: element.id) {
            index[element.id] = position
            note(.wasReplaced(at: position), elements[position])
            elements[position] = element
        } else {
            if isNoting { appended += 1 }
            elements.append(element)
        }
    }

    /// Puts an element in the place of the one with its id; does nothing where there is none.
    ///
    /// - Returns: whether there was one.
    /// - Complexity: O(1).
    @inlinable
    @discardableResult
    public mutating func update(_ element: consuming Element) -> Bool {
        guard let position = index[element.id] else { return false }
        swap(&element, &elements[position])
        note(.wasReplaced(at: position), element)
        return true
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
            note(.wasReplaced(at: position), old)
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
        note(.wasRemoved(from: position), element)
        return element
    }

    /// Puts other elements in the place of all.
    ///
    /// - Complexity: O(n).
    public mutating func replaceAll(with others: some Sequence<Element>) {
        if isNoting {
            noteAppended()
            notes.append(.wereAll(elements.count))
            former += elements
        }
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
        appended = 0
        guard !notes.isEmpty else { return }
        if notes.count == 1, former.count == 1 {
            // As it mostly is; quicker than to remove all.
            notes.removeLast()
            former.removeLast()
        } else {
            notes.removeAll(keepingCapacity: notes.count <= 64)
            former.removeAll(keepingCapacity: former.count <= 64)
        }
    }

    @inlinable
    mutating func note(_ note: Note, _ element: consuming Element) {
        guard isNoting else { return }
        noteAppended()
        notes.append(note)
        former.append(element)
    }

    @inlinable
    mutating func noteAppended() {
        guard appended > 0 else { return }
        notes.append(.wereAppended(appended))
        appended = 0
    }

    /// Undoes what was noted.
    ///
    /// - Complexity: that of the changes.
    public mutating func undoNotedChanges() {
        noteAppended()
        for note in notes.reversed() {
            switch note {
            case .wereAppended(let count):
                for element in elements.suffix(count) { index[element.id] = nil }
                elements.removeLast(count)
            case .wasReplaced(let position):
                elements[position] = former.removeLast()
            case .wasRemoved(let position):
                elements.insert(former.removeLast(), at: position)
                renumber(from: position)
            case .wereAll(let count):
                replaceUnnoted(with: former.suffix(count))
                former.removeLast(count)
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
