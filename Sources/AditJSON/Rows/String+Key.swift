import Glibc

// What is asked of every id that is a key.
extension String {
    /// Whether it has a NUL, which C would take for its end.
    @usableFromInline
    package var hasNUL: Bool { hasByte(0) }

    /// Whether it has the same bytes as another one: Unicode's equality is not that of keys.
    @usableFromInline
    package func isSpelled(as other: String) -> Bool {
        hasSameBytes(as: other)
    }

    private func hasSameBytes(as other: String) -> Bool {
        // The same memory, or two short texts, which lie in the strings themselves.
        if unsafeBitCast(self, to: (UInt, UInt).self) == unsafeBitCast(other, to: (UInt, UInt).self) { return true }
        guard utf8.count == other.utf8.count else { return false }
        let isSame = utf8.withContiguousStorageIfAvailable { own in
            other.utf8.withContiguousStorageIfAvailable { bytes in
                guard let start = own.baseAddress, let otherStart = bytes.baseAddress else {
                    return own.count == bytes.count
                }
                return memcmp(start, otherStart, own.count) == 0
            }
        }
        return isSame.flatMap { $0 } ?? utf8.elementsEqual(other.utf8)
    }

    /// Whether it has a byte.
    func hasByte(_ byte: UInt8) -> Bool {
        // The memory is the string's own; without it, the text comes from elsewhere and is walked.
        utf8.withContiguousStorageIfAvailable { bytes in
            bytes.baseAddress.map { memchr($0, Int32(byte), bytes.count) != nil } ?? false
        } ?? utf8.contains(byte)
    }
}
