/// A page of a ``TableIndex``: entries in buckets of seven, open addressing from bucket to bucket.
///
/// A bucket is one cache line. Its first word has a byte for each of the seven entries behind it: 0 if free, otherwise
/// the highest bit and some bits of the entry's tag. A look-up compares all seven in a few instructions, with hardly a
/// branch that depends on memory, as Abseil's tables and F14 do. An entry is in the first bucket from its home on that
/// has room: those before are full.
@usableFromInline
struct TableIndexPage {
    @usableFromInline var buckets: TableIndexBuckets
    /// Copies of the buckets' address and of their count less one, which save a look-up a dependent load.
    @usableFromInline var start: UnsafeMutablePointer<UInt64>
    @usableFromInline var bucketMask: Int
    @usableFromInline var count = 0

    /// An empty page.
    @usableFromInline init() { self.init(TableIndexBuckets(count: 1)) }

    private init(_ buckets: TableIndexBuckets) {
        self.buckets = buckets
        start = buckets.start
        bucketMask = buckets.count - 1
    }

    /// Makes the buckets unique; each change begins with it.
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

// Only the sole owner of the buckets changes them.
extension TableIndexPage: @unchecked Sendable {}

// MARK: - Buckets

extension TableIndexPage {
    @inlinable static var everyByte: UInt64 { 0x0101_0101_0101_0101 }
    /// The highest bits of the bytes that stand for entries; the first byte stands for the word itself.
    @inlinable static var everyEntry: UInt64 { 0x8080_8080_8080_8000 }

    /// Returns the number of buckets for a number of entries: at most three of four places are in use.
    static func buckets(for entries: Int) -> Int {
        var buckets = 1
        while entries * 4 > buckets * 21 { buckets *= 2 }
        return buckets
    }

    /// Returns the bucket where the search for a tag begins. The low bits of the tag choose the page, those above the
    /// bucket, and the highest the byte.
    @inlinable
    static func home(_ tag: UInt32, _ bucketMask: Int) -> Int { Int(tag >> 16) & bucketMask }

    @inlinable
    static func byte(_ tag: UInt32) -> UInt64 { UInt64(tag >> 25 | 0x80) }

    @inlinable
    static func tag(_ entry: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: entry >> 32) }

    /// Returns the highest bits of the bytes equal to `byte`, and perhaps of some above these.
    @inlinable
    static func matches(_ bytes: UInt64, _ byte: UInt64) -> UInt64 {
        let difference = bytes ^ byte &* everyByte
        return (difference &- everyByte) & ~difference & everyEntry
    }

    /// A word of a bucket; word 0 holds the bytes.
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

    /// Returns the bucket and the word of an entry. Requires that the page contains it.
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

    /// Replaces an entry by another one with the same tag. Requires that the page contains it.
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
        // Entries may have skipped the bucket while it was full: the first of them moves back, and leaves a hole
        // itself.
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

    /// Returns the word of an entry in `bucket` that skipped `hole` as it was full; nil if absent.
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
        // The words are read by their address: without this, a caller's page that is replaced next is released before.
        withExtendedLifetime(buckets) {
            for bucket in 0...bucketMask {
                var words = self[bucket, 0] & Self.everyEntry
                while words != 0 {
                    body(self[bucket, words.trailingZeroBitCount >> 3])
                    words &= words - 1
                }
            }
        }
    }

    /// Removes the entries whose tags match, and returns a page of them.
    mutating func split(_ isMeant: (UInt32) -> Bool) -> Self {
        var number = 0
        forEach { if isMeant(Self.tag($0)) { number += 1 } }
        var kept = Self(TableIndexBuckets(count: Self.buckets(for: count - number)))
        var moved = Self(TableIndexBuckets(count: Self.buckets(for: number)))
        (kept.count, moved.count) = (count - number, number)
        forEach { if isMeant(Self.tag($0)) { moved.put($0) } else { kept.put($0) } }
        self = kept
        return moved
    }
}
