// Insertion into chunks and removal from them. Nothing here writes the undo log. A table is *dense* while it has no
// `order`: all chunks but the last are full, and an element's place is its position.
extension Table {
    @usableFromInline typealias Chunks = TableChunks<Element>

    @inlinable var isDense: Bool { order.isEmpty }

    /// Appends a new element.
    @inlinable
    mutating func putLast(_ element: consuming Element, _ tag: UInt32) {
        guard isDense else { return putLastLoose(element, tag) }
        index.add(tag, count, count: count)
        let chunk = count >> Chunks.offsetBits
        if chunk == chunks.count { chunks.add() }
        chunks.append(element, to: chunk)
        size += 1
    }

    @usableFromInline
    mutating func putLastLoose(_ element: consuming Element, _ tag: UInt32) {
        let last = order[0].last
        if order[0].count(of: last) < Chunks.capacity {
            put(element, tag, last, order[0].count(of: last))
        } else {
            let chunk = addChunk()
            order[0].insert(chunk, after: last)
            put(element, tag, chunk, 0)
        }
    }

    /// Inserts a new element at a position.
    @inlinable
    mutating func put(_ element: consuming Element, _ tag: UInt32, at position: Int) {
        if position == count { return putLast(element, tag) }
        let place = place(ofPosition: position)
        let chunk = place >> Chunks.offsetBits
        if chunks[chunk: chunk].count < Chunks.capacity {
            put(element, tag, chunk, place & (Chunks.capacity - 1))
        } else {
            let (chunk, offset) = makeRoom(chunk, place & (Chunks.capacity - 1))
            put(element, tag, chunk, offset)
        }
    }

    /// Inserts a new element into a chunk that has room.
    @inlinable
    mutating func put(_ element: consuming Element, _ tag: UInt32, _ chunk: Int, _ offset: Int) {
        index.add(tag, Chunks.place(chunk, offset), count: count)
        chunks.insert(element, chunk, offset)
        reportIndex(chunk, offset + 1, chunks[chunk: chunk].count, from: Chunks.place(chunk, offset))
        if !isDense { order[0].add(1, to: chunk) }
        size += 1
    }

    /// Removes and returns an element.
    @inlinable
    mutating func removeElement(_ place: Int, _ tag: UInt32) -> Element {
        let chunk = place >> Chunks.offsetBits
        if isDense, chunk < chunks.count - 1 { loosen() }
        index.remove(tag, place)
        let offset = place & (Chunks.capacity - 1)
        let element = chunks.remove(chunk, offset)
        let left = chunks[chunk: chunk].count
        reportIndex(chunk, offset, left, from: place + 1)
        size -= 1
        if isDense {
            // The first chunk stays: a table that is repeatedly filled and emptied allocates nothing.
            if left == 0, chunk > 0 { chunks.removeLast() }
        } else {
            order[0].add(-1, to: chunk)
            if left < Chunks.capacity / 4 { shrink(chunk) }
        }
        return element
    }

    /// Moves an element by a distance, to a position.
    @inlinable
    mutating func move(_ place: Int, _ tag: UInt32, by distance: Int, to position: Int) {
        let chunk = place >> Chunks.offsetBits
        let offset = place & (Chunks.capacity - 1)
        let other = offset + distance
        if other >= 0, other < chunks[chunk: chunk].count {
            chunks.insert(chunks.remove(chunk, offset), chunk, other)
            // The elements between move by one. Entries with the same tag may be equal meanwhile; they are
            // interchangeable.
            if offset < other {
                reportIndex(chunk, offset, other, from: place + 1)
            } else {
                reportIndex(chunk, other + 1, offset + 1, from: Chunks.place(chunk, other))
            }
            index.move(tag, from: place, to: Chunks.place(chunk, other))
        } else {
            let element = removeElement(place, tag)
            put(element, tag, at: position)
        }
    }

    /// Updates the index: the elements of a chunk from `first` up to `end` were at consecutive places from `place` on.
    @inlinable
    mutating func reportIndex(_ chunk: Int, _ first: Int, _ end: Int, from place: Int) {
        guard first < end else { return }
        for offset in first..<end {
            let tag = TableIndex.tag(of: chunks[Chunks.place(chunk, offset)].id)
            index.move(tag, from: place + offset - first, to: Chunks.place(chunk, offset))
        }
    }
}

// MARK: - Chunks that are not full

extension Table {
    /// Ends density: from now on, chunks have any size.
    @usableFromInline
    mutating func loosen() {
        let last = count - (chunks.count - 1) * Chunks.capacity
        order = [TableOrder(chunks: chunks.count, full: Chunks.capacity, last: last)]
    }

    /// Adds a chunk and returns its number; it has no position in the order yet.
    private mutating func addChunk() -> Int {
        let number = order[0].newNumber(next: chunks.count)
        if number == chunks.count { chunks.add() } else { chunks.empty(number, capacity: Chunks.capacity) }
        return number
    }

    /// Makes room for an element at an offset of a full chunk, and returns the place to insert it at.
    @usableFromInline
    mutating func makeRoom(_ chunk: Int, _ offset: Int) -> (chunk: Int, offset: Int) {
        if isDense { loosen() }
        if offset == 0 {
            // Use the end of the chunk before, or else a new chunk there, which later elements can fill.
            if let before = order[0].chunk(before: chunk), order[0].count(of: before) < Chunks.capacity {
                return (before, order[0].count(of: before))
            }
            let added = addChunk()
            order[0].insert(added, before: chunk)
            return (added, 0)
        }
        let half = Chunks.capacity / 2
        let added = addChunk()
        chunks.move(chunk, from: half, to: added)
        reportIndex(added, 0, half, from: Chunks.place(chunk, half))
        order[0].insert(added, after: chunk)
        order[0].add(half, to: added)
        order[0].add(-half, to: chunk)
        return offset < half ? (chunk, offset) : (added, offset - half)
    }

    /// Removes an empty chunk, or joins two small neighbors, so that the number of chunks stays proportional to that
    /// of elements.
    @usableFromInline
    mutating func shrink(_ chunk: Int) {
        if count == 0 {
            chunks = Chunks()
            order = []
        } else if order[0].count(of: chunk) == 0 {
            remove(chunk: chunk)
        } else if let after = order[0].chunk(after: chunk), mayJoin(chunk, after) {
            join(chunk, after)
        } else if let before = order[0].chunk(before: chunk), mayJoin(before, chunk) {
            join(before, chunk)
        }
    }

    private func mayJoin(_ chunk: Int, _ next: Int) -> Bool {
        order[0].count(of: chunk) + order[0].count(of: next) <= Chunks.capacity * 3 / 4
    }

    private mutating func join(_ chunk: Int, _ next: Int) {
        let present = order[0].count(of: chunk)
        let moved = order[0].count(of: next)
        chunks.move(next, from: 0, to: chunk)
        reportIndex(chunk, present, present + moved, from: Chunks.place(next, 0))
        order[0].add(moved, to: chunk)
        order[0].add(-moved, to: next)
        remove(chunk: next)
    }

    private mutating func remove(chunk: Int) {
        chunks.empty(chunk, capacity: 0)
        order[0].remove(chunk)
    }
}
