// A collection in the table's order. A slice (`table[2..<5]`) is a view: it shares the table's elements, and takes
// O(1) to make.
extension Table: RandomAccessCollection {
    @inlinable public var startIndex: Int { 0 }
    @inlinable public var endIndex: Int { size }

    /// The number of elements.
    ///
    /// - Complexity: O(1).
    @inlinable public var count: Int { size }

    /// The element at a position in `0..<count`.
    ///
    /// - Complexity: O(1); O(log n) with up to 128 additions if elements were inserted, moved or removed in the
    ///   middle.
    @inlinable
    public subscript(position: Int) -> Element {
        @inline(__always)
        get {
            // Not precondition: that has no message in a release build.
            guard position >= 0, position < size else { fatalError("a position is from 0 to below the count") }
            return chunks[place(ofPosition: position)]
        }
    }

    /// - Complexity: O(1).
    @inlinable
    public func makeIterator() -> Iterator { Iterator(self) }

    /// The elements in order, a chunk at a time.
    public struct Iterator: IteratorProtocol {
        // A table with a second reference to its storage is not changed in place, so the chunks stay as they are.
        @usableFromInline let table: Table
        @usableFromInline var chunk: TableBlock<Element>?
        /// The number of elements in the chunk.
        @usableFromInline var count = 0
        @usableFromInline var offset = 0
        /// The next chunk: its number, or its position in the order.
        @usableFromInline var group = 0
        @usableFromInline var index = 0

        @inlinable
        init(_ table: Table) { self.table = table }

        /// Returns the next element; nil at the end.
        ///
        /// - Complexity: O(1).
        @inlinable
        public mutating func next() -> Element? {
            while offset == count { if !advance() { return nil } }
            defer { offset += 1 }
            return chunk?.start[offset]
        }

        /// Advances to the next chunk; returns false at the end.
        @usableFromInline
        mutating func advance() -> Bool {
            guard let number = table.isDense ? nextDense : nextLoose() else { return false }
            let chunk = table.chunks[chunk: number]
            (self.chunk, count) = (chunk, chunk.count)
            index += 1
            offset = 0
            return true
        }

        private var nextDense: Int? { index < table.chunks.count ? index : nil }

        private mutating func nextLoose() -> Int? {
            let groups = table.order[0].groups
            if index == groups[group].chunks.count, group + 1 < groups.count {
                group += 1
                index = 0
            }
            return index < groups[group].chunks.count ? Int(groups[group].chunks[index]) : nil
        }
    }
}

extension Table: ExpressibleByArrayLiteral {
    /// As ``init(_:)``.
    public init(arrayLiteral elements: Element...) { self.init(elements) }

    /// A table of elements in order. An element with the id of an earlier one replaces it at its position.
    ///
    /// - Complexity: O(n) in the number of elements.
    public init(_ elements: some Sequence<Element>) {
        self.init()
        for element in elements { updateOrAppend(element) }
    }
}

extension Table: Equatable where Element: Equatable {
    /// Whether both have equal elements in the same order.
    ///
    /// - Complexity: O(n); for copies that were only edited and appended to since, O(n / 64 + changes).
    public static func == (left: Table, right: Table) -> Bool {
        guard left.count == right.count, left.count > 0 else { return left.count == right.count }
        guard left.isDense, right.isDense else { return left.elementsEqual(right) }
        // Shared chunks are equal.
        return (0..<left.chunks.count).allSatisfy { number in
            let (chunk, other) = (left.chunks[chunk: number], right.chunks[chunk: number])
            return chunk === other || chunk.values.elementsEqual(other.values)
        }
    }
}

// The iterator reads chunks of a storage that is not changed while the iterator retains it.
extension Table.Iterator: @unchecked Sendable where ID: Sendable, Element: Sendable {}
