/// Numeric escapes: `\u00e9`, and `\ud83d\ude00` for a scalar beyond 0xFFFF.
enum UnicodeEscape {
    /// Reads an escape, at a backslash and a `u`.
    ///
    /// - Parameter position: its start; on return its end.
    /// - Returns: nil if the escape is invalid, or a lone surrogate.
    @inline(__always)
    static func read(_ position: inout UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> UInt32? {
        guard end - position >= 6, let unit = unit(position + 2) else { return nil }
        position += 6
        guard unit & 0xF800 == 0xD800 else { return unit }
        guard unit < 0xDC00, end - position >= 6, position[0] == UInt8(ascii: "\\"), position[1] == UInt8(ascii: "u"),
            let low = self.unit(position + 2), low & 0xFC00 == 0xDC00
        else { return nil }
        position += 6
        return 0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF)
    }

    /// Parses four hexadecimal digits at once; nil if one is invalid.
    @inline(__always)
    private static func unit(_ start: UnsafePointer<UInt8>) -> UInt32? {
        let word = UInt32(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt32.self))
        let highs: UInt32 = 0x8080_8080
        guard word & highs == 0 else { return nil }
        // Adding sets the highest bit of a byte from the first digit or letter on; no byte carries into the next.
        let digits = (word &+ 0x5050_5050) & ~(word &+ 0x4646_4646)
        let lower = word | 0x2020_2020
        let letters = (lower &+ 0x1F1F_1F1F) & ~(lower &+ 0x1919_1919)
        guard (digits | letters) & highs == highs else { return nil }
        // Only letters have the bit 0x40, and their low four bits begin at 1.
        let values = ((word & 0x0F0F_0F0F) &+ ((word >> 6) & 0x0101_0101) &* 9).byteSwapped
        let pairs = (values | values >> 4) & 0x00FF_00FF
        return (pairs | pairs >> 8) & 0xFFFF
    }

    /// Writes a scalar as UTF-8.
    @inline(__always)
    static func write(_ scalar: UInt32, to target: inout UnsafeMutablePointer<UInt8>) {
        func byte(_ shift: UInt32) -> UInt8 { 0x80 | UInt8(truncatingIfNeeded: scalar >> shift) & 0x3F }
        if scalar < 0x80 {
            target[0] = UInt8(truncatingIfNeeded: scalar)
            target += 1
        } else if scalar < 0x800 {
            target[0] = 0xC0 | UInt8(truncatingIfNeeded: scalar >> 6)
            target[1] = byte(0)
            target += 2
        } else if scalar < 0x10000 {
            target[0] = 0xE0 | UInt8(truncatingIfNeeded: scalar >> 12)
            target[1] = byte(6)
            target[2] = byte(0)
            target += 3
        } else {
            target[0] = 0xF0 | UInt8(truncatingIfNeeded: scalar >> 18)
            target[1] = byte(12)
            target[2] = byte(6)
            target[3] = byte(0)
            target += 4
        }
    }
}
