extension JSONWriter {
    /// Writes a truth value.
    public func write(_ value: Bool) { write(literal: value ? "true" : "false") }

    /// Writes `null`.
    public func writeNull() { write(literal: "null") }

    /// Writes a string with its quotes. Escapes only what JSON requires: quotes, backslashes, control characters.
    public func write(_ value: String) {
        // Without a copy: almost all strings are stored as UTF-8.
        if value.utf8.withContiguousStorageIfAvailable({ write(utf8: $0) }) != nil { return }
        var value = value
        value.withUTF8 { write(utf8: $0) }
    }

    /// Writes a UTF-8 string with its quotes.
    package func write(utf8 bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress else { return write(literal: "\"\"") }
        let end = start + bytes.count
        var stop = endOfClean(from: start, to: end)
        if stop == end { return write(clean: UnsafeRawBufferPointer(bytes)) }
        reserve(bytes.count + 2)
        write(byte: UInt8(ascii: "\""))
        var clean = start
        while true {
            write(raw: UnsafeRawBufferPointer(start: clean, count: stop - clean))
            guard stop < end else { break }
            write(escaped: stop.pointee)
            clean = stop + 1
            stop = endOfClean(from: clean, to: end)
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

/// Returns the position of the next byte to escape, or the end.
private func endOfClean(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    var position = start
    TextScan.skipClean(&position, to: end)
    while end - position >= 8 {
        let found = TextScan.escaped(TextScan.word(position))
        if found != 0 { return position + found.trailingZeroBitCount >> 3 }
        position += 8
    }
    while position < end, !TextScan.isEscaped(position.pointee) { position += 1 }
    return position
}

@inline(__always)
func hexDigit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
}
