/// A page of a ``TableIndex``: entries in buckets of seven, open addressing from bucket to bucket.
///
/// A bucket is a line of the cache. Its first word has a byte for each of the seven entries behind it: 0 where there is
/// none, otherwise some bits of the entry's tag and the highest bit set. All seven are compared with what is looked for in
/// a few instructions and hardly a branch that depends on memory, as Abseil's tables and F14 do it. An entry is in the first
/// bucket from its home on that has room: those before are full.
@usableFromInline
struct TableIndexPage {
    @usableFromInline var buckets: TableIndexBuckets
    /// The first word of the first bucket, and one less than there are buckets: both are said here as well, so that a
    /// look-up does not have to wait for them.
    @usableFromInline var start: UnsafeMutablePointer<UInt64>
    @usableFromInline var bucketMask: Int
    @usableFromInline var count = 0

    /// A page without entries.
    @usableFromInline init() { self.init(TableIndexBuckets(count: 1)) }

    private init(_ buckets: TableIndexBuckets) {
        self.buckets = buckets
        start = buckets.start
        bucketMask = buckets.count - 1
    }

    private init(_ list: ContiguousArray<UInt64>) {
        self.init(TableIndexBuckets(count: Self.buckets(for: list.count)))
        count = list.count
        for entry in list { put(entry) }
    }

    /// Makes sure that no other page has the same buckets: each change begins with it.
    @inlinable
    mutating func makeUnique() {
        if !isKnownUniquelyReferenced(&buckets) { copy() }
    }

    @usableFromInline
    mutating func copy() {
        buckets = buckets.copy()
        start = buckets.start
    }
}

// Its buckets are changed only by who alone has them.
extension TableIndexPage: @unchecked Sendable {}

// MARK: - Buckets

extension TableIndexPage {
    @inlinable static var everyByte: UInt64 { 0x0101_0101_0101_0101 }
    /// The highest bits of the bytes that stand for entries; the first byte stands for the word itself.
    @inlinable static var everyEntry: UInt64 { 0x8080_8080_8080_8000 }

    /// How many buckets so many entries need: three of four places are in use at most.
    static func buckets(for entries: Int) -> Int {
        var buckets = 1
        while entries * 4 > buckets * 21 { buckets *= 2 }
        return buckets
    }

    /// The bucket from which on an entry is looked for. Pages go by the low bits of the tag, buckets by those above, and
    /// bytes by the highest.
    @inlinable
    static func home(_ tag: UInt32, _ bucketMask: Int) -> Int { Int(tag >> 16) & bucketMask }

    @inlinable
    static func byte(_ tag: UInt32) -> UInt64 { UInt64(tag >> 25 | 0x80) }

    @inlinable
    static func tag(_ entry: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: entry >> 32) }

    /// The highest bits of the bytes that are equal to one, and perhaps of some above these.
    @inlinable
    static func matches(_ bytes: UInt64, _ byte: UInt64) -> UInt64 {
        let difference = bytes ^ byte &* everyByte
        return (difference &- everyByte) & ~difference & everyEntry
    }

    /// The word of a bucket: 0 is that of the bytes.
    @inlinable
    subscript(bucket: Int, word: Int) -> UInt64 {
        @inline(__always) get { start[bucket << 3 | word] }
        @inline(__always) nonmutating set { start[bucket << 3 | word] = newValue }
    }
}

// MARK: - Entries

extension TableIndexPage {
    @inlinable
    @inline(__always)
    func place(_ tag: UInt32, where isMeant: (Int) -> Bool) -> Int? {
        let byte = Self.byte(tag)
        var bucket = Self.home(tag, bucketMask)
        while true {
            let bytes = self[bucket, 0]
            var matches = Self.matches(bytes, byte)
            while matches != 0 {
                let entry = self[bucket, matches.trailingZeroBitCount >> 3]
                if Self.tag(entry) == tag {
                    let place = Int(UInt32(truncatingIfNeeded: entry))
                    if isMeant(place) { return place }
                }
                matches &= matches - 1
            }
            if ~bytes & Self.everyEntry != 0 { return nil }
            bucket = (bucket + 1) & bucketMask
        }
    }

    @inlinable
    mutating func add(_ entry: UInt64) {
        makeUnique()
        count += 1
        if count * 4 > (bucketMask + 1) * 21 { grow() }
        put(entry)
    }

    /// Puts an entry into the first bucket that has room.
    @inlinable
    func put(_ entry: UInt64) {
        let tag = Self.tag(entry)
        var bucket = Self.home(tag, bucketMask)
        while true {
            let bytes = self[bucket, 0]
            let free = ~bytes & Self.everyEntry
            if free != 0 {
                let word = free.trailingZeroBitCount >> 3
                self[bucket, word] = entry
                self[bucket, 0] = bytes | Self.byte(tag) << UInt64(word << 3)
                return
            }
            bucket = (bucket + 1) & bucketMask
        }
    }

    /// The bucket and the word of an entry that is there.
    @inlinable
    func location(of entry: UInt64) -> (bucket: Int, word: Int) {
        let tag = Self.tag(entry)
        let byte = Self.byte(tag)
        var bucket = Self.home(tag, bucketMask)
        while true {
            var matches = Self.matches(self[bucket, 0], byte)
            while matches != 0 {
                let word = matches.trailingZeroBitCount >> 3
                if self[bucket, word] == entry { return (bucket, word) }
                matches &= matches - 1
            }
            bucket = (bucket + 1) & bucketMask
        }
    }

    /// Puts an entry with the same tag in the place of one that is there.
    @inlinable
    mutating func replace(_ entry: UInt64, by other: UInt64) {
        makeUnique()
        let (bucket, word) = location(of: entry)
        self[bucket, word] = other
    }

    @usableFromInline
    mutating func remove(_ entry: UInt64) {
        makeUnique()
        count -= 1
        var (hole, word) = location(of: entry)
        // Where the bucket was full, others may have passed it by: the first of them comes back, and leaves a hole itself.
        var bucket = hole
        while ~self[bucket, 0] & Self.everyEntry == 0 {
            bucket = (bucket + 1) & bucketMask
            guard bucket != hole else { break }
            if let passing = self.word(in: bucket, thatPassed: hole) {
                self[hole, word] = self[bucket, passing]
                setByte(hole, word, Self.byte(Self.tag(self[hole, word])))
                (hole, word) = (bucket, passing)
            }
        }
        setByte(hole, word, 0)
    }

    /// The word of an entry in a bucket that would be in another one before it, if that had room.
    private func word(in bucket: Int, thatPassed hole: Int) -> Int? {
        var words = self[bucket, 0] & Self.everyEntry
        while words != 0 {
            let word = words.trailingZeroBitCount >> 3
            let home = Self.home(Self.tag(self[bucket, word]), bucketMask)
            if (bucket - home) & bucketMask >= (bucket - hole) & bucketMask { return word }
            words &= words - 1
        }
        return nil
    }

    private func setByte(_ bucket: Int, _ word: Int, _ byte: UInt64) {
        let shift = UInt64(word << 3)
        self[bucket, 0] = self[bucket, 0] & ~(0xFF << shift) | byte << shift
    }
}

// MARK: - Size

extension TableIndexPage {
    @usableFromInline
    mutating func grow() {
        let larger = Self(TableIndexBuckets(count: buckets.count * 2))
        forEach { larger.put($0) }
        (buckets, start, bucketMask) = (larger.buckets, larger.start, larger.bucketMask)
    }

    private func forEach(_ body: (UInt64) -> Void) {
        for bucket in 0...bucketMask {
            var words = self[bucket, 0] & Self.everyEntry
            while words != 0 {
                body(self[bucket, words.trailingZeroBitCount >> 3])
                words &= words - 1
            }
        }
    }

    /// Takes out the entries whose tags are meant, and returns a page of them.
    mutating func split(_ isMeant: (UInt32) -> Bool) -> Self {
        var (kept, moved) = (ContiguousArray<UInt64>(), ContiguousArray<UInt64>())
        forEach { if isMeant(Self.tag($0)) { moved.append($0) } else { kept.append($0) } }
        self = Self(kept)
        return Self(moved)
    }
}
