// In order, by position. A slice (`table[2..<5]`) is a view of the table: it shares its elements, and takes O(1) to make.
extension Table: RandomAccessCollection {
    @inlinable public var startIndex: Int { 0 }
    @inlinable public var endIndex: Int { size }

    /// The number of elements.
    ///
    /// - Complexity: O(1).
    @inlinable public var count: Int { size }

    /// The element at a position, from 0 to below ``count``.
    ///
    /// - Complexity: O(1); where elements were inserted, moved or removed in the middle, O(log n), some hundred additions more.
    @inlinable
    public subscript(position: Int) -> Element { chunks[place(ofPosition: position)] }

    /// - Complexity: O(1).
    @inlinable
    public func makeIterator() -> Iterator { Iterator(self) }

    /// The elements in order, a chunk at a time.
    public struct Iterator: IteratorProtocol {
        @usableFromInline let chunks: TableChunks<Element>
        @usableFromInline let order: ContiguousArray<TableOrder>
        @usableFromInline var chunk: ContiguousArray<Element> = []
        @usableFromInline var offset = 0
        /// The next chunk: its number, or its place in the order.
        @usableFromInline var group = 0
        @usableFromInline var index = 0

        @inlinable
        init(_ table: Table) {
            chunks = table.chunks
            order = table.order
        }

        /// The next element; nil where there is none.
        ///
        /// - Complexity: O(1).
        @inlinable
        public mutating func next() -> Element? {
            while offset == chunk.count { if !goOn() { return nil } }
            defer { offset += 1 }
            return chunk[offset]
        }

        /// Goes on to the next chunk; false where there is none.
        @usableFromInline
        mutating func goOn() -> Bool {
            if order.isEmpty {
                guard index < chunks.count else { return false }
                chunk = chunks[chunk: index]
            } else {
                if index == order[0].groups[group].chunks.count, group + 1 < order[0].groups.count {
                    group += 1
                    index = 0
                }
                guard index < order[0].groups[group].chunks.count else { return false }
                chunk = chunks[chunk: Int(order[0].groups[group].chunks[index])]
            }
            index += 1
            offset = 0
            return true
        }
    }
}

extension Table: ExpressibleByArrayLiteral {
    /// As ``init(_:)``.
    public init(arrayLiteral elements: Element...) { self.init(elements) }

    /// The elements in order; of two with the same id, the later one in the place of the earlier.
    ///
    /// - Complexity: O(n) in the number of elements.
    public init(_ elements: some Sequence<Element>) {
        self.init()
        for element in elements { append(element) }
    }
}

extension Table: Equatable where Element: Equatable {
    /// Whether both have equal elements in the same order.
    ///
    /// - Complexity: O(n); of copies that were only edited and appended to since, O(n / 64) and that of the changes.
    public static func == (left: Table, right: Table) -> Bool {
        guard left.count == right.count, left.count > 0 else { return left.count == right.count }
        // Arrays that both share are equal without a look.
        if left.isDense, right.isDense { return left.chunks.nodes == right.chunks.nodes }
        return left.elementsEqual(right)
    }
}

extension Table.Iterator: Sendable where ID: Sendable, Element: Sendable {}
