/// Returns a checksum after FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv) of 64 bits: over little-endian words
/// of 8 bytes, then over each remaining byte. Hashing words takes an eighth of the time.
package func checksum(of bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    let words = bytes.count & ~7
    var position = 0
    while position < words {
        let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
        position &+= 8
        // Fold in the product's upper half; otherwise a word's highest bits hardly count.
        let product = (hash ^ word).multipliedFullWidth(by: 0x100_0000_01B3)
        hash = product.low ^ product.high
    }
    while position < bytes.count {
        hash = (hash ^ UInt64(bytes[position])) &* 0x100_0000_01B3
        position &+= 1
    }
    return hash
}

extension JSONWriter {
    /// Writes the checksum of a range of the written bytes, as 16 hexadecimal digits in quotes.
    package func writeChecksum(of range: Range<Int>) {
        writeChecksum(UnsafeRawBufferPointer(rebasing: bytes[range]))
    }

    /// Writes the checksum of a text, as 16 hexadecimal digits in quotes.
    package func writeChecksum(_ text: UnsafeRawBufferPointer) {
        var sum = checksum(of: text)
        write(quotedAtMost: 16) { digits in
            for place in 0..<16 {
                digits[place] = hexDigit(UInt8(truncatingIfNeeded: sum >> 60))
                sum <<= 4
            }
            return 16
        }
    }
}

/// Returns whether a journal entry ends with the checksum of the bytes before it: `…,"sum":"0123456789abcdef"}`.
package func hasRightChecksum(_ line: UnsafeRawBufferPointer) -> Bool {
    let end = line.count - 26
    guard end > 0 else { return false }
    let writer = JSONWriter()
    writer.write(literal: #","sum":"#)
    writer.writeChecksum(UnsafeRawBufferPointer(rebasing: line[..<end]))
    writer.write(literal: "}")
    return writer.bytes.elementsEqual(line[end...])
}
