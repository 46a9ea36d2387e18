// Strings stay in the text unless they contain an escape.
extension TapeParser {
    /// Reads a string from its first quote on.
    ///
    /// - Parameter isKey: whether it is a key, which may not contain a NUL.
    @inline(__always)
    mutating func readString(at position: Position, isKey: Bool) -> (text: TapeText, stop: Position)? {
        let start = position + 1
        guard let stop = endOfPlain(from: start, to: end, hasEightBytes), stop < end else { return nil }
        guard stop.pointee == UInt8(ascii: "\"") else { return readEscaped(from: start, to: stop, isKey: isKey) }
        return (TapeText(start: start, count: stop - start), stop + 1)
    }

    /// Copies a string.
    ///
    /// - Parameter stop: the position of the first character that is not plain.
    @inline(never)
    private mutating func readEscaped(
        from start: Position, to stop: Position, isKey: Bool
    ) -> (text: TapeText, stop: Position)? {
        // An unescaped string is never longer than its escaped form, and so not longer than the rest of the text.
        guard end - start <= bytesEnd - bytes else { return nil }
        let target = bytes
        var (start, stop) = (start, stop)
        while true {
            bytes.update(from: start, count: stop - start)
            bytes += stop - start
            // Escapes often follow each other.
            while stop < end, stop.pointee == UInt8(ascii: "\\") {
                guard unescape(&stop, isKey: isKey) else { return nil }
            }
            start = stop
            guard let next = endOfPlain(from: start, to: end, hasEightBytes), next < end else { return nil }
            stop = next
            if stop.pointee == UInt8(ascii: "\"") {
                bytes.update(from: start, count: stop - start)
                bytes += stop - start
                return (TapeText(start: Position(target), count: bytes - target), stop + 1)
            }
            guard stop.pointee == UInt8(ascii: "\\") else { return nil }
        }
    }

    /// Unescapes the sequence at a backslash, and advances past it; false if it is invalid.
    @inline(__always)
    private mutating func unescape(_ stop: inout Position, isKey: Bool) -> Bool {
        guard end - stop >= 2 else { return false }
        let byte: UInt8
        switch stop[1] {
        case UInt8(ascii: "u"):
            guard let scalar = UnicodeEscape.read(&stop, to: end), scalar > 0 || !isKey else { return false }
            UnicodeEscape.write(scalar, to: &bytes)
            return true
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte = stop[1]
        case UInt8(ascii: "n"): byte = UInt8(ascii: "\n")
        case UInt8(ascii: "t"): byte = UInt8(ascii: "\t")
        case UInt8(ascii: "r"): byte = UInt8(ascii: "\r")
        case UInt8(ascii: "b"): byte = 8
        case UInt8(ascii: "f"): byte = 12
        default: return false
        }
        bytes.pointee = byte
        bytes += 1
        stop += 2
        return true
    }
}

/// Returns the position of the first quote, backslash or control character, or the end; nil if the text before it
/// is not UTF-8.
@inline(__always)
private func endOfPlain(
    from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>, _ hasEightBytes: Bool
) -> UnsafePointer<UInt8>? {
    // Keys, UUIDs and most texts end within 40 bytes.
    var position = start
    while position - start < 40 {
        let left = end - position
        let word: UInt64
        if left >= 8 {
            word = TextScan.word(position)
        } else {
            guard left > 0, hasEightBytes else { break }
            // The last eight bytes of the text, shifted past the scanned ones; the zeros shifted in are special.
            word = TextScan.word(end - 8) &>> UInt64(truncatingIfNeeded: 64 &- left &* 8)
        }
        let found = TextScan.special(word)
        if found != 0 {
            let place = found.trailingZeroBitCount & ~7
            position += place >> 3
            let isASCII = (word &>> UInt64(truncatingIfNeeded: place)) & 0x80 == 0
            return isASCII ? position : endOfLong(from: position, to: end)
        }
        position += 8
    }
    return endOfLong(from: position, to: end)
}

/// Continues the scan in wide steps.
@inline(never)
private func endOfLong(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
    var position = start
    while position < end {
        if position.pointee >= 0x80 {
            guard UTF8Scan.skipScalars(&position, to: end) else { return nil }
        } else {
            TextScan.skipPlain(&position, to: end)
        }
        while end - position >= 8 {
            let found = TextScan.special(TextScan.word(position))
            if found != 0 {
                position += found.trailingZeroBitCount >> 3
                break
            }
            position += 8
        }
        while position < end, position.pointee < 0x80 {
            if TextScan.isEscaped(position.pointee) { return position }
            position += 1
        }
    }
    return position
}
