/// A validator of the non-ASCII scalars of a UTF-8 text (RFC 3629, section 4).
enum UTF8Scan {
    /// Skips non-ASCII scalars, and single plain characters between them.
    ///
    /// - Parameter position: the first of them; on return the end, a special byte, or an ASCII byte.
    /// - Returns: false if a scalar is invalid; ``position`` is at its first byte.
    @inline(__always)
    static func skipScalars(_ position: inout UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> Bool {
        while end - position >= 4 {
            // The first byte is in the lowest position.
            let word = UInt32(littleEndian: UnsafeRawPointer(position).loadUnaligned(as: UInt32.self))
            if word & 0x80 == 0 {
                // Usually a space between two words.
                guard word & 0x8000 != 0, !TextScan.isEscaped(UInt8(truncatingIfNeeded: word)) else { return true }
                position += 1
            } else if word & 0xC0E0 == 0x80C0 {
                guard word & 0x1E != 0 else { return false }
                // Usually another scalar of the same script follows.
                let isPair = word & 0xC0E0_0000 == 0x80C0_0000 && word & 0x1E_0000 != 0
                position += isPair ? 4 : 2
            } else if word & 0xC0_C0F0 == 0x80_80E0 {
                // Scalars below 0x800 have a shorter form; 0xD800 to 0xDFFF are surrogates.
                let upper = word & 0x200F
                guard upper != 0, upper != 0x200D else { return false }
                position += 3
            } else {
                guard word & 0xC0C0_C0F8 == 0x8080_80F0 else { return false }
                // From 0x10000 to 0x10FFFF.
                let upper = word & 0x3007
                guard upper != 0, upper & 4 == 0 || upper == 4 else { return false }
                position += 4
            }
        }
        while position < end, position.pointee >= 0x80 {
            guard let count = countOfScalar(position, to: end) else { return false }
            position += count
        }
        return true
    }

    /// Returns the length of the scalar that begins with a byte of 0x80 or more; nil if invalid.
    private static func countOfScalar(_ position: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> Int? {
        let left = end - position
        func continues(_ index: Int, from low: UInt8 = 0x80, to high: UInt8 = 0xBF) -> Bool {
            index < left && position[index] >= low && position[index] <= high
        }
        switch position.pointee {
        case 0xC2...0xDF: return continues(1) ? 2 : nil
        case 0xE0: return continues(1, from: 0xA0) && continues(2) ? 3 : nil
        case 0xED: return continues(1, to: 0x9F) && continues(2) ? 3 : nil
        case 0xE1...0xEF: return continues(1) && continues(2) ? 3 : nil
        // The caller handles scalars of four bytes.
        default: return nil
        }
    }
}
