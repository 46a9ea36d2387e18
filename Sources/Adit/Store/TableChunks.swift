/// The elements of a ``Table``, in numbered chunks of up to 64.
///
/// The place of an element is its chunk's number times 64, and its offset there. The chunks are kept in nodes of 128, and
/// the nodes in one array: where an older value is held, an edit copies a chunk, a node and that array, which has 123
/// entries for a million elements, and no more.
@usableFromInline
struct TableChunks<Element> {
    @usableFromInline typealias Chunk = ContiguousArray<Element>

    /// How many elements a chunk holds at most.
    @inlinable static var capacity: Int { 64 }
    @inlinable static var offsetBits: Int { 6 }
    @inlinable static var nodeBits: Int { 7 }

    @usableFromInline var nodes: ContiguousArray<ContiguousArray<Chunk>> = []
    /// How many chunks there are.
    @usableFromInline var count = 0

    @inlinable init() {}

    @inlinable
    static func place(_ chunk: Int, _ offset: Int) -> Int { chunk << offsetBits | offset }

    /// The element at a place.
    @inlinable
    @inline(__always)
    subscript(place: Int) -> Element {
        get {
            let chunk = place >> Self.offsetBits
            return nodes[chunk >> Self.nodeBits][chunk & 127].withUnsafeBufferPointer { $0[place & 63] }
        }
        _modify {
            let chunk = place >> Self.offsetBits
            yield &nodes[chunk >> Self.nodeBits][chunk & 127][place & 63]
        }
    }

    /// The chunk of a number.
    @inlinable
    @inline(__always)
    subscript(chunk number: Int) -> Chunk {
        get { nodes[number >> Self.nodeBits][number & 127] }
        _modify { yield &nodes[number >> Self.nodeBits][number & 127] }
    }

    /// Adds a chunk; its number is the last one.
    @inlinable
    mutating func add(_ chunk: Chunk) {
        if count & 127 == 0 { nodes.append([]) }
        nodes[nodes.count - 1].append(chunk)
        count += 1
    }

    /// Takes out the chunk with the last number.
    @inlinable
    mutating func removeLast() {
        nodes[nodes.count - 1].removeLast()
        count -= 1
        if count & 127 == 0 { nodes.removeLast() }
    }
}

extension TableChunks: Sendable where Element: Sendable {}
