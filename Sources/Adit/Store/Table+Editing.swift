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
            if isNoting { storage.appended += 1 }
            putLast(element, tag)
        }
    }

    /// Adds an element at the end; does nothing where there is one with its id.
    ///
    /// - Returns: whether there was none.
    /// - Complexity: O(1), amortized.
    @inlinable
    mutating func appendNew(_ element: consuming Element) -> Bool {
        let tag = TableIndex.tag(of: element.id)
        if place(of: element.id, tag) != nil { return false }
        makeUnique()
        if isNoting { storage.appended += 1 }
        putLast(element, tag)
        return true
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
            if isNoting { storage.appended += 1 }
            putLast(element, tag)
        } else {
            let position = Swift.max(position, 0)
            if isNoting { note(.wasInserted(at: UInt32(position)), of: element.id) }
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
        replace(place, element)
        return true
    }

    /// Changes the element with an id in place; does nothing where there is none. Where `body` gives it another id, the
    /// element stays at its position; but where another one has that id, it takes that one's place.
    ///
    /// - Returns: what `body` returns; nil where there is no such element.
    /// - Complexity: O(1), besides `body`; of a change of the id that of ``remove(_:)``.
    @inlinable
    @inline(__always)
    @discardableResult
    public mutating func update<R>(_ id: ID, _ body: (inout Element) throws -> R) rethrows -> R? {
        let tag = TableIndex.tag(of: id)
        guard let place = place(of: id, tag) else { return nil }
        let element = ownElement(place)
        if isNoting { noteReplacing(element) }
        defer { if element.pointee.id != id { rename(place, tag) } }
        return try body(&element.pointee)
    }

    /// An element has got another id, as was noted last.
    ///
    /// - Parameter tag: that of the id it had.
    @usableFromInline
    mutating func rename(_ place: Int, _ tag: UInt32) {
        var old: Element?
        if isNoting {
            storage.notes.removeLast()
            old = storage.former.removeLast()
        }
        let id = chunks[place].id
        let newTag = TableIndex.tag(of: id)
        let position = UInt32(self.position(ofPlace: place))
        // It may be found itself, where both ids have the same tag.
        let isThere = index.place(newTag) { $0 != place && chunks[$0].id == id } != nil
        if let old { note(.wasRemoved(from: position), old) }
        if isThere {
            let element = take(place, tag)
            if let other = self.place(of: id, newTag) { replace(other, element) }
        } else {
            if old != nil { note(.wasInserted(at: position), of: id) }
            index.remove(tag, place)
            index.add(newTag, place, count: size - 1)
        }
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
        guard isNoting else { return take(place, tag) }
        noteAppended()
        let position = UInt32(position(ofPlace: place))
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
        if isNoting { note(.wasMoved(from: UInt32(old), to: UInt32(new)), of: id) }
        move(place, tag, by: new - old, to: new)
        return true
    }

    /// Puts other elements in the place of all; of two with the same id, the later one in the place of the earlier.
    ///
    /// - Complexity: O(n).
    public mutating func replaceAll(with others: some Sequence<Element>) { self = Table(others) }

    @inlinable
    mutating func replace(_ place: Int, _ element: consuming Element) {
        let old = ownElement(place)
        guard isNoting else { return old.pointee = element }
        noteAppended()
        let former = old.move()
        old.initialize(to: element)
        note(.wasReplaced, former)
    }
}
