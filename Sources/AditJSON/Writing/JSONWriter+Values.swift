extension JSONWriter {
    package func write(_ value: Bool) { write(literal: value ? "true" : "false") }

    package func writeNull() { write(literal: "null") }

    package func write(_ value: some FixedWidthInteger) {
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
    package func write(_ value: some BinaryFloatingPoint & LosslessStringConvertible) -> Bool {
        guard value.isFinite else { return false }
        write(json: value.description)
        return true
    }

    /// Writes a string with its quotes. Only what JSON demands is escaped: quotes, backslashes, control characters.
    package func write(_ value: String) {
        var value = value
        value.withUTF8 { write(utf8: $0) }
    }

    /// Writes a string, given as UTF-8, with its quotes.
    package func write(utf8 bytes: UnsafeBufferPointer<UInt8>) {
        write(byte: UInt8(ascii: "\""))
        var clean = 0
        for position in bytes.indices where needsEscape(bytes[position]) {
            write(raw: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[clean..<position]))
            write(escaped: bytes[position])
            clean = position + 1
        }
        write(raw: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[clean...]))
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

@inline(__always)
private func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
}

@inline(__always)
func hexDigit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
}
