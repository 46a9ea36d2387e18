/// The elements of a ``Table``, in numbered chunks of up to 64.
///
/// The place of an element is its chunk's number times 64, plus its offset there. Chunks are held in nodes of 128, and
/// nodes in one array: while an older value is retained, an edit copies one chunk, one node and that array, which has
/// 123 entries for a million elements.
///
/// The number of possibly shared chunks is stored here, with a bit per chunk that is certainly not shared. So an edit
/// checks neither the array, the node nor the chunk for sharing, and reads a bit only if some chunk is shared.
/// ``shared()`` and ``disown()`` clear all bits, of the copy and of the original.
@usableFromInline
package struct TableChunks<Element> {
    @usableFromInline typealias Chunk = TableBlock<Element>
    @usableFromInline typealias Node = TableBlock<Chunk>

    /// The maximum number of elements in a chunk.
    @inlinable static var capacity: Int { 64 }
    @inlinable static var offsetBits: Int { 6 }
    @inlinable static var nodeBits: Int { 7 }

    @usableFromInline var nodes: ContiguousArray<Node> = []
    /// The number of chunks.
    @usableFromInline var count = 0
    /// One bit per chunk: set if no other table shares the chunk, its node or the array of nodes.
    @usableFromInline var owned: ContiguousArray<UInt64> = []
    /// The number of chunks whose bit is clear.
    @usableFromInline var sharedCount = 0

    @inlinable init() {}

    @inlinable
    static func place(_ chunk: Int, _ offset: Int) -> Int { chunk << offsetBits | offset }

    /// The element at a place.
    @inlinable
    package subscript(place: Int) -> Element {
        @inline(__always) _read { yield pointer(place).pointee }
    }

    /// Returns the address of the element at a place; valid until an insertion or a removal.
    @inlinable
    @inline(__always)
    func pointer(_ place: Int) -> UnsafeMutablePointer<Element> {
        let chunk = place >> Self.offsetBits
        let node = nodes.withUnsafeBufferPointer { $0[chunk >> Self.nodeBits].start }
        return node[chunk & 127].start + (place & 63)
    }

    /// The chunk with a number.
    @inlinable
    subscript(chunk number: Int) -> Chunk { nodes[number >> Self.nodeBits].start[number & 127] }
}

// Only the sole owner of a block changes it.
extension TableChunks: @unchecked Sendable where Element: Sendable {}

// MARK: - Sharing

extension TableChunks {
    /// Makes a chunk unique; each change of a chunk begins with it.
    @inlinable
    @inline(__always)
    mutating func own(_ number: Int) {
        if !isOwn(number) { copy(number) }
    }

    /// Returns whether no other table shares a chunk.
    @inlinable
    @inline(__always)
    func isOwn(_ number: Int) -> Bool {
        sharedCount == 0 || owned.withUnsafeBufferPointer { $0[number >> 6] } >> UInt64(number & 63) & 1 != 0
    }

    /// Copies a chunk and its node, each only if it is shared.
    @usableFromInline
    @inline(never)
    mutating func copy(_ number: Int) {
        let slot = ownNode(number >> Self.nodeBits).start + (number & 127)
        if !isKnownUniquelyReferenced(&slot.pointee) {
            slot.pointee = slot.pointee.copy(capacity: slot.pointee.room)
        }
        setOwned(number)
        sharedCount -= 1
    }

    private mutating func ownNode(_ number: Int) -> Node {
        if !isKnownUniquelyReferenced(&nodes[number]) {
            nodes[number] = nodes[number].copy(capacity: nodes[number].room)
        }
        return nodes[number]
    }

    private mutating func setOwned(_ number: Int) {
        if number >> 6 == owned.count { owned.append(0) }
        owned[number >> 6] |= 1 << UInt64(number & 63)
    }

    /// Returns the same chunks for another table. Both share all of them then: call ``disown()`` before this one's
    /// next change.
    @usableFromInline
    func shared() -> Self {
        var copy = self
        copy.disown()
        return copy
    }

    /// Marks all chunks as shared.
    @usableFromInline
    mutating func disown() {
        owned = ContiguousArray(repeating: 0, count: owned.count)
        sharedCount = count
    }
}

// MARK: - Changes

extension TableChunks {
    /// Adds a chunk; its number is the last one. The first chunk and the first node grow on demand, as most tables
    /// have no other; later ones are allocated at full capacity.
    @usableFromInline
    mutating func add() {
        let node = count >> Self.nodeBits
        if node == nodes.count { nodes.append(Node.make(capacity: node == 0 ? 1 : 1 << Self.nodeBits)) }
        if nodes[node].count == nodes[node].room {
            nodes[node] = nodes[node].copy(capacity: nodes[node].room * 2)
        }
        ownNode(node).append(Chunk.make(capacity: count == 0 ? 2 : Self.capacity))
        setOwned(count)
        count += 1
    }

    /// Removes the chunk with the last number.
    @usableFromInline
    mutating func removeLast() {
        if !isOwn(count - 1) { sharedCount -= 1 }
        count -= 1
        let node = ownNode(count >> Self.nodeBits)
        _ = node.remove(at: node.count - 1)
        if node.count == 0 { nodes.removeLast() }
    }

    /// Replaces a chunk by an empty one.
    @usableFromInline
    mutating func empty(_ number: Int, capacity: Int) {
        if !isOwn(number) { sharedCount -= 1 }
        ownNode(number >> Self.nodeBits).start[number & 127] = Chunk.make(capacity: capacity)
        setOwned(number)
    }

    /// Inserts an element into a chunk that has room.
    @inlinable
    mutating func insert(_ element: consuming Element, _ number: Int, _ offset: Int) {
        own(number)
        if self[chunk: number].count == self[chunk: number].room { grow(number) }
        self[chunk: number].insert(element, at: offset)
    }

    /// Appends an element to a chunk that has room.
    @inlinable
    mutating func append(_ element: consuming Element, to number: Int) {
        own(number)
        if self[chunk: number].count == self[chunk: number].room { grow(number) }
        self[chunk: number].append(element)
    }

    @usableFromInline
    mutating func grow(_ number: Int) {
        let chunk = self[chunk: number]
        let larger = Chunk.make(capacity: Swift.min(Swift.max(chunk.room * 2, 2), Self.capacity))
        chunk.move(from: 0, to: larger)
        nodes[number >> Self.nodeBits].start[number & 127] = larger
    }

    @inlinable
    mutating func remove(_ number: Int, _ offset: Int) -> Element {
        own(number)
        return self[chunk: number].remove(at: offset)
    }

    /// Moves the elements from an offset of a chunk on to another one that has room.
    @usableFromInline
    mutating func move(_ number: Int, from offset: Int, to other: Int) {
        own(number)
        own(other)
        self[chunk: number].move(from: offset, to: self[chunk: other])
    }
}
