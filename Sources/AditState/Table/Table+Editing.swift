extension Table {
    /// Appends an element. Does nothing if the table contains its id.
    ///
    /// - Returns: whether the element was added.
    /// - Complexity: amortized O(1); the worst case is far below O(n).
    @inlinable
    @discardableResult
    public mutating func append(_ element: consuming Element) -> Bool {
        let tag = TableIndex.tag(of: element.id)
        if place(of: element.id, tag) != nil { return false }
        makeUnique()
        if isNoting { storage.appended += 1 }
        putLast(element, tag)
        return true
    }

    /// Replaces the element with the same id, at its position; appends the element if the id is new.
    ///
    /// - Returns: whether an element was replaced.
    /// - Complexity: amortized O(1); the worst case is far below O(n).
    @inlinable
    @discardableResult
    public mutating func updateOrAppend(_ element: consuming Element) -> Bool {
        makeUnique()
        let tag = TableIndex.tag(of: element.id)
        if let place = place(of: element.id, tag) {
            replace(place, element)
            return true
        }
        if isNoting { storage.appended += 1 }
        putLast(element, tag)
        return false
    }

    /// Inserts an element at a position. Does nothing if the table contains its id.
    ///
    /// - Parameters:
    ///   - element: the element.
    ///   - position: its new position, clamped to `0...count`.
    /// - Returns: whether the element was inserted.
    /// - Complexity: that of moving up to 64 elements, plus O(n / 8000).
    @inlinable
    @discardableResult
    public mutating func insert(_ element: consuming Element, at position: Int) -> Bool {
        let tag = TableIndex.tag(of: element.id)
        if place(of: element.id, tag) != nil { return false }
        makeUnique()
        putNew(element, tag, at: position)
        return true
    }

    /// Replaces the element with the same id, at its position; inserts the element at `position` if the id is new.
    ///
    /// - Parameters:
    ///   - element: the element.
    ///   - position: as in ``insert(_:at:)``.
    /// - Returns: whether an element was replaced.
    /// - Complexity: that of ``insert(_:at:)``.
    @inlinable
    @discardableResult
    public mutating func updateOrInsert(_ element: consuming Element, at position: Int) -> Bool {
        makeUnique()
        let tag = TableIndex.tag(of: element.id)
        if let place = place(of: element.id, tag) {
            replace(place, element)
            return true
        }
        putNew(element, tag, at: position)
        return false
    }

    /// Inserts an element with a new id at a position.
    @inlinable
    mutating func putNew(_ element: consuming Element, _ tag: UInt32, at position: Int) {
        if position >= count {
            if isNoting { storage.appended += 1 }
            putLast(element, tag)
        } else {
            let position = Swift.max(position, 0)
            if isNoting { record(.wasInserted(at: UInt32(position)), of: element.id) }
            put(element, tag, at: position)
        }
    }

    /// Replaces the element with the same id, at its position. Does nothing if the id is unknown.
    ///
    /// - Returns: whether an element was replaced.
    /// - Complexity: O(1).
    @inlinable
    @discardableResult
    public mutating func update(_ element: consuming Element) -> Bool {
        guard let place = place(of: element.id) else { return false }
        replace(place, element)
        return true
    }

    /// Changes the element with an id in place. Does nothing if the id is unknown. If `body` changes the element's id, the
    /// element stays at its position; if the table contains the new id, the element replaces the one with that id
    /// instead.
    ///
    /// - Returns: the result of `body`; nil if there is no such element.
    /// - Complexity: O(1) plus that of `body`; if the id changes, that of ``remove(_:)``.
    @inlinable
    @inline(__always)
    @discardableResult
    public mutating func update<R>(_ id: ID, _ body: (inout Element) throws -> R) rethrows -> R? {
        let tag = TableIndex.tag(of: id)
        guard let place = place(of: id, tag) else { return nil }
        let element = ownElement(place)
        if isNoting { recordReplacing(element) }
        defer { if element.pointee.id != id { rename(place, tag) } }
        return try body(&element.pointee)
    }

    /// Assigns the element of an id; see ``subscript(id:)``.
    @inlinable
    mutating func put(_ element: consuming Element?, for id: ID) {
        guard let element else {
            remove(id)
            return
        }
        if element.id == id || !contains(id: id) {
            updateOrAppend(element)
        } else {
            update(id) { $0 = element }
        }
    }

    /// Updates the index after an edit changed the id of an element; the edit is the last record of the undo log.
    ///
    /// - Parameter tag: the tag of the old id.
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
        // The element may find itself, if both ids have the same tag.
        let isThere = index.place(newTag) { $0 != place && chunks[$0].id == id } != nil
        if let old { record(.wasRemoved(from: position), old) }
        if isThere {
            let element = removeElement(place, tag)
            if let other = self.place(of: id, newTag) { replace(other, element) }
        } else {
            if old != nil { record(.wasInserted(at: position), of: id) }
            index.remove(tag, place)
            index.add(newTag, place, count: size - 1)
        }
    }

    /// Removes the element with an id. Does nothing if the id is unknown.
    ///
    /// - Returns: the removed element; nil if there was none.
    /// - Complexity: that of moving up to 64 elements, plus O(n / 8000).
    @inlinable
    @discardableResult
    public mutating func remove(_ id: ID) -> Element? {
        let tag = TableIndex.tag(of: id)
        guard let place = place(of: id, tag) else { return nil }
        makeUnique()
        guard isNoting else { return removeElement(place, tag) }
        recordAppended()
        let position = UInt32(position(ofPlace: place))
        let element = removeElement(place, tag)
        record(.wasRemoved(from: position), element)
        return element
    }

    /// Moves the element with an id to a position. Does nothing if the id is unknown.
    ///
    /// - Parameters:
    ///   - id: the id of the element.
    ///   - position: its new position, clamped to `0..<count`.
    /// - Returns: whether the table contains the id.
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
        if isNoting { record(.wasMoved(from: UInt32(old), to: UInt32(new)), of: id) }
        move(place, tag, by: new - old, to: new)
        return true
    }

    /// Replaces all elements. An element with the id of an earlier one replaces it at its position.
    ///
    /// - Complexity: O(n).
    public mutating func replaceAll(with others: some Sequence<Element>) { self = Table(others) }

    @inlinable
    mutating func replace(_ place: Int, _ element: consuming Element) {
        let old = ownElement(place)
        guard isNoting else { return old.pointee = element }
        recordAppended()
        let former = old.move()
        old.initialize(to: element)
        record(.wasReplaced, former)
    }
}
