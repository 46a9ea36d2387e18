/// The order of a ``Table``'s chunks, if it is not that of their numbers with all but the last one full.
///
/// The chunks' numbers are stored in groups of up to 128, each with the number of elements before it. A position is
/// found by a binary search among the groups and a scan of one of them. A change of a chunk's size updates the starts
/// of the groups behind it; a million elements have some two hundred groups.
@usableFromInline
package struct TableOrder: Sendable {
    struct Group {
        var chunks: ContiguousArray<UInt32>
        /// The number of elements before the group.
        var start: Int
    }

    private static let capacity = 128

    /// In order; none is empty, except for the first if there is no chunk.
    private(set) var groups: ContiguousArray<Group>
    /// The number of elements of each chunk, by the chunk's number.
    private var counts: ContiguousArray<UInt8>
    /// The index of each chunk's group, by the chunk's number.
    private var groupOf: ContiguousArray<UInt32>
    /// The unused chunk numbers.
    private var free: ContiguousArray<Int> = []

    /// The order of the chunks' numbers: all but the last chunk have `full` elements.
    init(chunks: Int, full: Int, last: Int) {
        counts = ContiguousArray(repeating: UInt8(full), count: chunks)
        counts[chunks - 1] = UInt8(last)
        // With room for chunks that result from splits.
        let size = Self.capacity * 3 / 4
        groupOf = ContiguousArray((0..<chunks).lazy.map { UInt32($0 / size) })
        groups = ContiguousArray(
            stride(from: 0, to: chunks, by: size).lazy.map { first in
                let numbers = UInt32(first)..<UInt32(min(first + size, chunks))
                return Group(chunks: ContiguousArray(numbers), start: first * full)
            })
    }

    /// Returns the number of elements in a chunk.
    func count(of chunk: Int) -> Int { Int(counts[chunk]) }

    /// The last chunk.
    var last: Int { Int(groups[groups.count - 1].chunks.last ?? 0) }

    /// Returns the chunk and the offset of a position.
    ///
    /// - Complexity: O(log n) plus up to 128 additions.
    func find(_ position: Int) -> (chunk: Int, offset: Int) {
        guard position >= 0 else { fatalError("a position is no less than 0") }
        var (low, high) = (0, groups.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if groups[middle].start <= position { low = middle } else { high = middle }
        }
        var offset = position - groups[low].start
        for chunk in groups[low].chunks {
            let count = Int(counts[Int(chunk)])
            if offset < count { return (Int(chunk), offset) }
            offset -= count
        }
        fatalError("position \(position) is behind the last element")
    }

    /// Returns the position of a chunk's first element.
    ///
    /// - Complexity: O(1): up to 128 additions.
    func start(of chunk: Int) -> Int {
        let group = groups[Int(groupOf[chunk])]
        var start = group.start
        for other in group.chunks {
            if other == chunk { break }
            start += Int(counts[Int(other)])
        }
        return start
    }

    /// Returns the chunk before another one; nil for the first.
    func chunk(before chunk: Int) -> Int? {
        let (group, index) = location(of: chunk)
        if index > 0 { return Int(groups[group].chunks[index - 1]) }
        return group > 0 ? groups[group - 1].chunks.last.map(Int.init) : nil
    }

    /// Returns the chunk after another one; nil for the last.
    func chunk(after chunk: Int) -> Int? {
        let (group, index) = location(of: chunk)
        if index + 1 < groups[group].chunks.count { return Int(groups[group].chunks[index + 1]) }
        return group + 1 < groups.count ? groups[group + 1].chunks.first.map(Int.init) : nil
    }

    private func location(of chunk: Int) -> (group: Int, index: Int) {
        let group = Int(groupOf[chunk])
        var index = 0
        while groups[group].chunks[index] != chunk { index += 1 }
        return (group, index)
    }
}

extension TableOrder {
    /// Adds a number of elements, which may be negative, to the size of a chunk.
    ///
    /// - Complexity: O(n / 8192).
    @usableFromInline
    mutating func add(_ elements: Int, to chunk: Int) {
        counts[chunk] = UInt8(Int(counts[chunk]) + elements)
        var group = Int(groupOf[chunk]) + 1
        while group < groups.count {
            groups[group].start += elements
            group += 1
        }
    }

    /// Returns a number for a new chunk: an unused one, or `next`.
    mutating func newNumber(next: Int) -> Int {
        if let number = free.popLast() { return number }
        counts.append(0)
        groupOf.append(0)
        return next
    }

    /// Inserts an empty chunk after another one.
    ///
    /// - Complexity: O(1); occasionally O(n / 64), to split a group.
    mutating func insert(_ chunk: Int, after other: Int) {
        let (group, index) = location(of: other)
        insert(chunk, group, index + 1)
    }

    /// Inserts an empty chunk before another one.
    ///
    /// - Complexity: O(1); occasionally O(n / 64), to split a group.
    mutating func insert(_ chunk: Int, before other: Int) {
        let (group, index) = location(of: other)
        insert(chunk, group, index)
    }

    private mutating func insert(_ chunk: Int, _ group: Int, _ index: Int) {
        counts[chunk] = 0
        groups[group].chunks.insert(UInt32(chunk), at: index)
        groupOf[chunk] = UInt32(group)
        if groups[group].chunks.count > Self.capacity { split(group, appended: index == Self.capacity) }
    }

    private mutating func split(_ group: Int, appended: Bool) {
        // A list that grows at its end keeps full groups.
        let size = appended ? Self.capacity : Self.capacity / 2
        let moved = ContiguousArray(groups[group].chunks[size...])
        groups[group].chunks.removeSubrange(size...)
        let start = groups[group].chunks.reduce(groups[group].start) { $0 + Int(counts[Int($1)]) }
        groups.insert(Group(chunks: moved, start: start), at: group + 1)
        renumber(from: group + 1)
    }

    /// Removes an empty chunk, and frees its number.
    ///
    /// - Complexity: O(1); occasionally O(n / 64), to remove a group.
    mutating func remove(_ chunk: Int) {
        let (group, index) = location(of: chunk)
        groups[group].chunks.remove(at: index)
        free.append(chunk)
        if groups[group].chunks.isEmpty, groups.count > 1 {
            groups.remove(at: group)
            renumber(from: group)
        }
    }

    private mutating func renumber(from first: Int) {
        for group in first..<groups.count {
            for chunk in groups[group].chunks { groupOf[Int(chunk)] = UInt32(group) }
        }
    }
}
