extension JSONWriter {
    public func write(_ value: Bool) { write(literal: value ? "true" : "false") }

    public func writeNull() { write(literal: "null") }

    public func write(_ value: some FixedWidthInteger) {
        // The digits of 64 bits, last first, in a register's worth of stack.
        var magnitude = UInt64(value.magnitude)
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var start = 20
            repeat {
                let (rest, digit) = magnitude.quotientAndRemainder(dividingBy: 10)
                start -= 1
                digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
                magnitude = rest
            } while magnitude > 0
            if value < 0 { write(byte: UInt8(ascii: "-")) }
            write(raw: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(digits)[start..<20]))
        }
    }

    /// Writes the shortest decimal text that reads back as the same number, whatever the process's locale is.
    ///
    /// - Returns: false, with nothing written, for NaN and the infinities, which JSON does not have.
    public func write(_ value: some BinaryFloatingPoint & LosslessStringConvertible) -> Bool {
        guard value.isFinite else { return false }
        write(json: value.description)
        return true
    }

    /// Writes a string with its quotes. Only what JSON demands is escaped: quotes, backslashes, control characters.
    public func write(_ value: String) {
        var value = value
        value.withUTF8 { write(utf8: $0) }
    }

    /// Writes a string, given as UTF-8, with its quotes.
    package func write(utf8 bytes: UnsafeBufferPointer<UInt8>) {
        let bytes = UnsafeRawBufferPointer(bytes)
        var clean = endOfClean(bytes, from: 0)
        if clean == bytes.count { return write(clean: bytes) }
        write(byte: UInt8(ascii: "\""))
        clean = 0
        while clean < bytes.count {
            let end = endOfClean(bytes, from: clean)
            write(raw: UnsafeRawBufferPointer(rebasing: bytes[clean..<end]))
            if end < bytes.count { write(escaped: bytes[end]) }
            clean = end + 1
        }
        write(byte: UInt8(ascii: "\""))
    }

    private func write(escaped byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): write(literal: #"\""#)
        case UInt8(ascii: "\\"): write(literal: #"\\"#)
        case UInt8(ascii: "\n"): write(literal: #"\n"#)
        case UInt8(ascii: "\r"): write(literal: #"\r"#)
        case UInt8(ascii: "\t"): write(literal: #"\t"#)
        default:
            write(literal: #"\u00"#)
            write(byte: hexDigit(byte >> 4))
            write(byte: hexDigit(byte & 15))
        }
    }
}

/// Where the next byte is that must be escaped, or the end.
private func endOfClean(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var position = start
    // Eight bytes at a time: in which of them is the highest bit of one set that was below 0x20, or became 0?
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs = ones &* 0x80
    while position + 8 <= bytes.count {
        let word = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        let quotes = word ^ ones &* UInt64(UInt8(ascii: "\""))
        let backslashes = word ^ ones &* UInt64(UInt8(ascii: "\\"))
        let low = word &- ones &* 0x20
        let found = (low & ~word) | ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes)
        if found & highs != 0 { break }
        position += 8
    }
    while position < bytes.count, !needsEscape(bytes[position]) { position += 1 }
    return position
}

@inline(__always)
private func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
}

@inline(__always)
func hexDigit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
}
