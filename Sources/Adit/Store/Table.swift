import Synchronization

/// An ordered collection of values, each with an id: a part of a state that grows.
///
/// ```swift
/// var items: Table<UUID, TodoItem> = []
/// items.append(item)
/// items[id: item.id]?.completed = true
/// items.move(item.id, to: 0)
/// ```
///
/// What an edit does with an id that is there, and with one that is not:
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
/// On the wire it is `{"ids": [in order], "entities": {id: element}}`, so that an element has a pointer that stays the
/// same (`/items/entities/ID`) and the order is a short list of its own.
///
/// It stays quick however many elements there are. They are kept in chunks of up to 64 (``TableChunks``); an index says
/// for an id in which chunk its element is, and where in it (``TableIndex``). A copy of a table shares all of its chunks,
/// and an edit of either copies one chunk and the short lists that lead to it. To insert or to remove moves the elements
/// of one chunk, which are told to the index. As long as all chunks but the last are full, which a table is that was
/// only appended to, a position is a place; from then on, ``TableOrder`` says how the chunks follow each other.
///
/// Ids are compared by `==`, and hashed: the complexities below hold for ids that are hashed well.
public struct Table<ID: Hashable, Element: Identifiable> where Element.ID == ID {
    // What is inlinable here is compiled for the elements' own type, which `benchmarks/run` needs: otherwise each look-up
    // and each edit goes through the types' witnesses. What is always inlined as well is so that who reads one member of an
    // element copies no other, with its texts, and that a loop of edits saves a sixth of each.
    @usableFromInline var storage: TableStorage<Element>

    /// A table without elements.
    ///
    /// - Complexity: O(1).
    @inlinable public init() { storage = TableStorage() }

    /// The element with an id; nil if there is none.
    ///
    /// To assign an element replaces the one with that id, or appends it if there is none; to assign nil removes. An
    /// element with another id than `id` takes the position of the one that had `id`, as in ``update(_:_:)``.
    ///
    /// - Complexity: O(1); of removing, that of ``remove(_:)``. To change a member of a large element,
    ///   ``update(_:_:)`` copies nothing.
    @inlinable
    public subscript(id id: ID) -> Element? {
        @inline(__always)
        get {
            guard let place = place(of: id) else { return nil }
            return chunks[place]
        }
        set { put(newValue, for: id) }
    }

    /// Whether there is an element with an id.
    ///
    /// - Complexity: O(1).
    @inlinable
    public func contains(id: ID) -> Bool { place(of: id) != nil }

    /// The position of the element with an id; nil where there is none.
    ///
    /// - Complexity: O(1); where elements were inserted, moved or removed in the middle, some hundred additions more.
    @inlinable
    public func position(of id: ID) -> Int? {
        guard let place = place(of: id) else { return nil }
        return position(ofPlace: place)
    }
}

extension Table: Sendable where ID: Sendable, Element: Sendable {}

// MARK: - What it has. Who changes it has called `makeUnique()` before.

extension Table {
    @inlinable var chunks: TableChunks<Element> {
        @inline(__always) get { storage.chunks }
        @inline(__always) nonmutating _modify { yield &storage.chunks }
    }
    @inlinable var index: TableIndex {
        @inline(__always) get { storage.index }
        @inline(__always) nonmutating _modify { yield &storage.index }
    }
    @inlinable var order: ContiguousArray<TableOrder> {
        @inline(__always) get { storage.order }
        @inline(__always) nonmutating _modify { yield &storage.order }
    }
    @inlinable var size: Int {
        @inline(__always) get { storage.size }
        @inline(__always) nonmutating _modify { yield &storage.size }
    }

    /// Makes sure that no other table has the same storage: each change begins with it.
    @inlinable
    @inline(__always)
    mutating func makeUnique() {
        guard isKnownUniquelyReferenced(&storage) else { return storage = TableStorage(storage) }
        // Who made a copy said so before it let go of the storage.
        atomicMemoryFence(ordering: .acquiring)
        if storage.wasCopied.load(ordering: .relaxed) { storage.disown() }
    }
}

// MARK: - Elements

extension Table {
    /// Where the element of a place is, until something is added or removed; nobody else has it.
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
        // Who made a copy said so before it let go of the storage.
        atomicMemoryFence(ordering: .acquiring)
        return !storage.wasCopied.load(ordering: .relaxed) && chunks.isOwn(place >> TableChunks<Element>.offsetBits)
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
    func place(ofPosition position: Int) -> Int { order.isEmpty ? position : loosePlace(position) }

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
