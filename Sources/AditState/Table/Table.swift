import Synchronization

/// An ordered collection of values with ids, for the parts of a state that grow.
///
/// ```swift
/// var items: Table<UUID, TodoItem> = []
/// items.append(item)
/// items[id: item.id]?.completed = true
/// items.move(item.id, to: 0)
/// ```
///
/// The effect of an edit, by whether the table contains the id:
///
/// | | there | not there |
/// |---|---|---|
/// | `append(element)`, `insert(element, at: position)` | nothing: `false` | added: `true` |
/// | `updateOrAppend(element)`, `updateOrInsert(element, at: position)` | replaced: `true` | added: `false` |
/// | `update(element)` | replaced: `true` | nothing: `false` |
/// | `update(id) { … }`, `table[id: id]?.member = …` | changed | nothing: `nil` |
/// | `table[id: id] = element` | replaced | appended |
/// | `table[id: id] = nil` | removed | nothing |
/// | `remove(id)` | removed: the element | nothing: `nil` |
/// | `move(id, to: position)` | moved: `true` | nothing: `false` |
///
/// On the wire a table is `{"ids": [in order], "entities": {id: element}}`: an element has a stable pointer
/// (`/items/entities/ID`), and the order is a separate short list.
///
/// Its speed hardly depends on the number of elements. They are stored in chunks of up to 64 (`TableChunks`); an
/// index maps an id to the chunk and the offset of its element (`TableIndex`). A copy of a table shares all chunks,
/// and an edit of either copies one chunk and the short lists that lead to it. An insertion or a removal moves the
/// elements of one chunk and updates their index entries. While all chunks but the last are full, as in a table that
/// was only appended to, a position is a place; after that, `TableOrder` holds the order of the chunks.
///
/// Ids are compared by `==` and hashed: the complexities below assume a good hash function.
public struct Table<ID: Hashable, Element: Identifiable> where Element.ID == ID {
    // `@inlinable` specializes this code for the elements' type, which `benchmarks/run` needs: otherwise each look-up
    // and each edit calls witnesses. `@inline(__always)` lets a read of one member copy no other, and saves a sixth of
    // each edit in a loop.
    @usableFromInline var storage: TableStorage<Element>

    /// A table without elements.
    ///
    /// - Complexity: O(1).
    @inlinable public init() { storage = TableStorage() }

    /// The element with an id; nil if absent.
    ///
    /// Assigning an element replaces the one with that id, or appends it if the id is new; assigning nil removes it.
    /// An element with another id than `id` takes the position of the one that had `id`, as in ``update(_:_:)``.
    ///
    /// - Complexity: O(1); for removing, that of ``remove(_:)``. To change a member of a large element, use
    ///   ``update(_:_:)``, which copies nothing.
    @inlinable
    public subscript(id id: ID) -> Element? {
        @inline(__always)
        get {
            guard let place = place(of: id) else { return nil }
            return chunks[place]
        }
        set { put(newValue, for: id) }
    }

    /// Returns whether the table contains an element with an id.
    ///
    /// - Complexity: O(1).
    @inlinable
    public func contains(id: ID) -> Bool { place(of: id) != nil }

    /// Returns the position of the element with an id; nil if absent.
    ///
    /// - Complexity: O(1), with up to 128 additions if elements were inserted, moved or removed in the middle.
    @inlinable
    public func position(of id: ID) -> Int? {
        guard let place = place(of: id) else { return nil }
        return position(ofPlace: place)
    }
}

extension Table: Sendable where ID: Sendable, Element: Sendable {}

// MARK: - Contents. Call `makeUnique()` before each change.

extension Table {
    @inlinable package var chunks: TableChunks<Element> {
        @inline(__always) get { storage.chunks }
        @inline(__always) nonmutating _modify { yield &storage.chunks }
    }
    @inlinable var index: TableIndex {
        @inline(__always) get { storage.index }
        @inline(__always) nonmutating _modify { yield &storage.index }
    }
    @inlinable package var order: ContiguousArray<TableOrder> {
        @inline(__always) get { storage.order }
        @inline(__always) nonmutating _modify { yield &storage.order }
    }
    @inlinable package var size: Int {
        @inline(__always) get { storage.size }
        @inline(__always) nonmutating _modify { yield &storage.size }
    }

    /// Makes the storage unique; each change begins with it.
    @inlinable
    @inline(__always)
    mutating func makeUnique() {
        guard isKnownUniquelyReferenced(&storage) else { return storage = TableStorage(storage) }
        // A copy sets `wasCopied` before it releases the storage.
        atomicMemoryFence(ordering: .acquiring)
        if isWatchedElsewhere { finishWatch() }
        if storage.wasCopied.load(ordering: .relaxed) { storage.disown() }
    }
}

// MARK: - Elements

extension Table {
    /// Returns the address of the element at a place, in a chunk that no other table shares; valid until an insertion
    /// or a removal.
    @inlinable
    @inline(__always)
    mutating func ownElement(_ place: Int) -> UnsafeMutablePointer<Element> {
        let element = chunks.pointer(place)
        return isOwn(place) ? element : makeOwn(place)
    }

    @inlinable
    @inline(__always)
    mutating func isOwn(_ place: Int) -> Bool {
        guard isKnownUniquelyReferenced(&storage) else { return false }
        // A copy sets `wasCopied` before it releases the storage.
        atomicMemoryFence(ordering: .acquiring)
        return !storage.wasCopied.load(ordering: .relaxed) && chunks.isOwn(place >> TableChunks<Element>.offsetBits)
            && !isWatchedElsewhere
    }

    /// Whether an original may be kept on another thread.
    @inlinable
    var isWatchedElsewhere: Bool {
        @inline(__always) get { storage.owner != 0 && storage.owner != ThreadLocal.number }
    }

    @inlinable
    @inline(never)
    mutating func makeOwn(_ place: Int) -> UnsafeMutablePointer<Element> {
        makeUnique()
        chunks.own(place >> TableChunks<Element>.offsetBits)
        return chunks.pointer(place)
    }
}

// MARK: - Places

extension Table {
    @inlinable
    @inline(__always)
    func place(of id: ID) -> Int? { place(of: id, TableIndex.tag(of: id)) }

    @inlinable
    @inline(__always)
    func place(of id: ID, _ tag: UInt32) -> Int? { index.place(tag) { chunks[$0].id == id } }

    @inlinable
    func position(ofPlace place: Int) -> Int { order.isEmpty ? place : loosePosition(place) }

    @inlinable
    package func place(ofPosition position: Int) -> Int { order.isEmpty ? position : loosePlace(position) }

    @usableFromInline
    func loosePosition(_ place: Int) -> Int {
        order[0].start(of: place >> TableChunks<Element>.offsetBits) + place & (TableChunks<Element>.capacity - 1)
    }

    @usableFromInline
    func loosePlace(_ position: Int) -> Int {
        let (chunk, offset) = order[0].find(position)
        return TableChunks<Element>.place(chunk, offset)
    }
}
