/// A contiguous buffer of values that tables share: a chunk of a ``Table``, or a node of chunks.
///
/// An array would check on each change whether it is shared, in memory next to the values, which an edit would wait
/// for. Only a table that owns a block changes it (``TableChunks/own(_:)``).
@usableFromInline
final class TableBlock<Value>: ManagedBuffer<TableBlockSize, Value> {
    @usableFromInline
    static func make(capacity: Int) -> TableBlock {
        let block = create(minimumCapacity: capacity) { _ in TableBlockSize(count: 0, capacity: capacity) }
        return unsafeDowncast(block, to: TableBlock.self)
    }

    deinit {
        _ = withUnsafeMutablePointers { size, values in values.deinitialize(count: size.pointee.count) }
    }
}

@usableFromInline
struct TableBlockSize: Sendable {
    @usableFromInline var count: Int
    @usableFromInline let capacity: Int
}

extension TableBlock {
    @inlinable var count: Int {
        @inline(__always) get { withUnsafeMutablePointerToHeader { $0.pointee.count } }
        @inline(__always) set { withUnsafeMutablePointerToHeader { $0.pointee.count = newValue } }
    }

    /// The capacity, in values.
    @inlinable var room: Int { withUnsafeMutablePointerToHeader { $0.pointee.capacity } }

    /// The address of the first value; valid while the block lives.
    @inlinable var start: UnsafeMutablePointer<Value> {
        @inline(__always) get { withUnsafeMutablePointerToElements { $0 } }
    }

    /// The values in order.
    @inlinable var values: UnsafeBufferPointer<Value> { UnsafeBufferPointer(start: start, count: count) }

    /// Returns a copy with the same values.
    @usableFromInline
    func copy(capacity: Int) -> TableBlock {
        let copy = TableBlock.make(capacity: capacity)
        copy.start.initialize(from: start, count: count)
        copy.count = count
        return copy
    }

    /// Appends a value. Requires room for it.
    @inlinable
    func append(_ value: consuming Value) {
        let count = count
        (start + count).initialize(to: value)
        self.count = count + 1
    }

    /// Inserts a value at an offset. Requires room for it.
    @inlinable
    func insert(_ value: consuming Value, at offset: Int) {
        let place = start + offset
        (place + 1).moveInitialize(from: place, count: count - offset)
        place.initialize(to: value)
        count += 1
    }

    @inlinable
    func remove(at offset: Int) -> Value {
        let place = start + offset
        let value = place.move()
        count -= 1
        place.moveInitialize(from: place + 1, count: count - offset)
        return value
    }

    /// Moves the values from an offset on to the end of another block, which has room for them.
    @usableFromInline
    func move(from offset: Int, to other: TableBlock) {
        let moved = count - offset
        (other.start + other.count).moveInitialize(from: start + offset, count: moved)
        other.count += moved
        count = offset
    }
}
