import Adit
import Testing

/// GIVEN ids WHEN a dictionary asks for their hashes THEN equal ones have the same, and those of a host that counts, or
/// that varies single bits, lie as far apart as random ones.
struct UUIDHashTests {
    /// How many ids share a bucket with another one, in a table of twice as many buckets as ids.
    private func collisions(_ ids: [UUID], buckets: Int) -> Int {
        ids.count - Set(ids.map { $0.hashValue & (buckets - 1) }).count
    }

    @Test func `equal ids have the same hash, in each dictionary`() {
        let id = UUID(high: 1, low: 2)
        #expect(id.hashValue == UUID(high: 1, low: 2).hashValue)
        #expect(id._rawHashValue(seed: 7) == UUID(high: 1, low: 2)._rawHashValue(seed: 7))
        #expect(id._rawHashValue(seed: 7) != id._rawHashValue(seed: 8))
    }

    // Of 4096 random ids in 8192 buckets, 873 meet another one on average, and hardly ever over 1000.
    @Test(arguments: [0, 1, 12, 31, 32, 50])
    func `ids that are counted lie apart`(shift: UInt64) {
        let ids = (0..<4096).map { UUID(high: 0x4000, low: 0x8000_0000_0000_0000 | UInt64($0) << shift) }
        #expect(collisions(ids, buckets: 8192) < 1100)
        let others = ids.map { UUID(high: $0.low, low: $0.high) }
        #expect(collisions(others, buckets: 8192) < 1100)
    }
}

extension UUID {
    fileprivate var halves: [UInt64] { description.split(separator: "-").compactMap { UInt64($0, radix: 16) } }
    fileprivate var high: UInt64 { halves[0] << 32 | halves[1] << 16 | halves[2] }
    fileprivate var low: UInt64 { halves[3] << 48 | halves[4] }
}
