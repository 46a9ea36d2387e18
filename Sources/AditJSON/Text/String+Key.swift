// Byte-wise tests for ids and keys.
extension String {
    /// Whether the text contains a NUL, which ends a C string.
    @usableFromInline
    package var hasNUL: Bool { hasByte(0) }

    /// Returns whether both texts have the same bytes. Keys are not compared by Unicode's equivalence.
    @usableFromInline
    package func isSpelled(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let isSame = utf8.withContiguousStorageIfAvailable { own in
            other.utf8.withContiguousStorageIfAvailable { bytes in
                guard let start = own.baseAddress, let otherStart = bytes.baseAddress else {
                    return own.count == bytes.count
                }
                return start == otherStart || Memory.areEqual(start, otherStart, count: own.count)
            }
        }
        // A foreign string has no such memory.
        return isSame.flatMap { $0 } ?? utf8.elementsEqual(other.utf8)
    }

    /// Returns whether the text contains a byte.
    func hasByte(_ byte: UInt8) -> Bool {
        // The memory belongs to the string. A foreign string has none, and is iterated.
        utf8.withContiguousStorageIfAvailable { UnsafeRawBufferPointer($0).hasByte(byte) } ?? utf8.contains(byte)
    }
}

extension String {
    /// Creates a string from a parsed text, which is known to be UTF-8 and is not validated again.
    @inline(__always)
    init(checked bytes: UnsafeBufferPointer<UInt8>) {
        // For short texts, which are stored inline, String scans the bytes anyway.
        let isASCII = bytes.count > 15 && TextScan.isASCII(bytes)
        self.init(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: isASCII))
    }
}
