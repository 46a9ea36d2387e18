extension Table {
    /// Adds an element at the end; one with an id that is there already is put in its place instead.
    ///
    /// - Complexity: O(1), amortized; a single one stays far from O(n).
    @inlinable
    public mutating func append(_ element: consuming Element) {
        makeUnique()
        let tag = TableIndex.tag(of: element.id)
        if let place = place(of: element.id, tag) {
            replace(place, element)
        } else {
            if storage.isNoting { storage.appended += 1 }
            putLast(element, tag)
        }
    }

    /// Inserts an element so that it has a position, a lesser one than 0 being taken for 0 and a greater one than
    /// ``count`` for that; one with an id that is there already is put in its place instead, and stays where that is.
    ///
    /// - Complexity: that of moving half a chunk, 64 elements at most, and O(n / 8000): far from O(n).
    @inlinable
    public mutating func insert(_ element: consuming Element, at position: Int) {
        makeUnique()
        let tag = TableIndex.tag(of: element.id)
        if let place = place(of: element.id, tag) { return replace(place, element) }
        if position >= count {
            if storage.isNoting { storage.appended += 1 }
            putLast(element, tag)
        } else {
            let position = Swift.max(position, 0)
            note(.wasInserted(at: position))
            put(element, tag, at: position)
        }
    }

    /// Puts an element in the place of the one with its id; does nothing where there is none.
    ///
    /// - Returns: whether there was one.
    /// - Complexity: O(1).
    @inlinable
    @discardableResult
    public mutating func update(_ element: consuming Element) -> Bool {
        guard let place = place(of: element.id) else { return false }
        makeUnique()
        replace(place, element)
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
        guard let place = place(of: id) else { return nil }
        makeUnique()
        let old = chunks[place]
        defer {
            if chunks[place].id != id { chunks[place] = old }
            if storage.isNoting { note(.wasReplaced, old) }
        }
        return try body(&chunks[place])
    }

    /// Takes an element out; nil where there is none with that id.
    ///
    /// - Complexity: that of moving half a chunk, 64 elements at most, and O(n / 8000): far from O(n).
    @inlinable
    @discardableResult
    public mutating func remove(_ id: ID) -> Element? {
        let tag = TableIndex.tag(of: id)
        guard let place = place(of: id, tag) else { return nil }
        makeUnique()
        let position = storage.isNoting ? position(ofPlace: place) : 0
        let element = take(place, tag)
        note(.wasRemoved(from: position), element)
        return element
    }

    /// Moves an element so that it has a position, a lesser one than 0 being taken for 0 and a greater one than the last
    /// for that; does nothing where there is none with that id.
    ///
    /// - Returns: whether there was one.
    /// - Complexity: that of ``remove(_:)`` and ``insert(_:at:)``.
    @inlinable
    @discardableResult
    public mutating func move(_ id: ID, to position: Int) -> Bool {
        let tag = TableIndex.tag(of: id)
        guard let place = place(of: id, tag) else { return false }
        let old = self.position(ofPlace: place)
        let new = Swift.min(Swift.max(position, 0), count - 1)
        guard old != new else { return true }
        makeUnique()
        if storage.isNoting { note(.wasMoved(from: old), chunks[place]) }
        move(place, tag, by: new - old, to: new)
        return true
    }

    /// Puts other elements in the place of all; of two with the same id, the later one in the place of the earlier.
    ///
    /// - Complexity: O(n).
    public mutating func replaceAll(with others: some Sequence<Element>) {
        let others = Table(others)
        makeUnique()
        if storage.isNoting {
            note(.wereAll(count))
            storage.former += self
        }
        replaceUnnoted(with: others)
    }

    mutating func replaceUnnoted(with others: Table) {
        chunks = others.chunks
        index = others.index
        order = others.order
        size = others.size
    }

    @inlinable
    mutating func replace(_ place: Int, _ element: consuming Element) {
        swap(&element, &chunks[place])
        note(.wasReplaced, element)
    }
}
