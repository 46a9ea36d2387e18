// Strings stay in the text unless they contain an escape.
extension JSONText {
    /// Reads a string from its first quote on.
    ///
    /// - Parameter isKey: whether it is a key, which may not contain a NUL.
    @inline(__always)
    mutating func readString(at position: Position, isKey: Bool) -> (text: JSONKey, stop: Position)? {
        let start = position + 1
        guard let stop = endOfPlain(from: start, to: end, hasEightBytes), stop < end else {
            return noString(at: position, isKey: isKey)
        }
        guard stop.pointee == UInt8(ascii: "\"") else { return readEscaped(from: start, to: stop, isKey: isKey) }
        return (JSONKey(start: start, count: stop - start), stop + 1)
    }

    /// Copies a string.
    ///
    /// - Parameter stop: the position of the first character that is not plain.
    @inline(never)
    private mutating func readEscaped(
        from start: Position, to stop: Position, isKey: Bool
    ) -> (text: JSONKey, stop: Position)? {
        let target = room(from: start)
        var bytes = target
        var (from, to) = (start, stop)
        while true {
            bytes.update(from: from, count: to - from)
            bytes += to - from
            // Escapes often follow each other.
            while to < end, to.pointee == UInt8(ascii: "\\") {
                guard unescape(&to, to: &bytes, isKey: isKey) else { return noString(at: start - 1, isKey: isKey) }
            }
            from = to
            guard let next = endOfPlain(from: from, to: end, hasEightBytes), next < end,
                next.pointee == UInt8(ascii: "\"") || next.pointee == UInt8(ascii: "\\")
            else { return noString(at: start - 1, isKey: isKey) }
            to = next
            if to.pointee == UInt8(ascii: "\"") {
                bytes.update(from: from, count: to - from)
                bytes += to - from
                retain(to: bytes)
                return (JSONKey(start: Position(target), count: bytes - target), to + 1)
            }
        }
    }

    /// Unescapes the sequence at a backslash, and advances past it; false if it is invalid.
    @inline(__always)
    private func unescape(
        _ stop: inout Position, to bytes: inout UnsafeMutablePointer<UInt8>, isKey: Bool
    ) -> Bool {
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

// MARK: - Errors of strings

extension JSONText {
    /// Records the error of a string: the first invalid byte.
    @inline(never)
    private mutating func noString(at start: Position, isKey: Bool) -> (text: JSONKey, stop: Position)? {
        var position = start + 1
        while position < end {
            switch position.pointee {
            case UInt8(ascii: "\\"):
                guard escape(at: &position, isKey: isKey) else { return nil }
            case 0..<0x20:
                fail(.control, at: position)
                return nil
            case 0x80...:
                let scalar = position
                guard UTF8Scan.skipScalars(&position, to: end), position > scalar else {
                    fail(.encoding, at: position)
                    return nil
                }
            default: position += 1
            }
        }
        fail(.string, at: end)
        return nil
    }

    private mutating func escape(at position: inout Position, isKey: Bool) -> Bool {
        let start = position
        guard end - start >= 2 else {
            fail(.string, at: end)
            return false
        }
        guard start[1] == UInt8(ascii: "u") else {
            position += 2
            if #""\/bfnrt"#.utf8.contains(start[1]) { return true }
            fail(.escape, at: start)
            return false
        }
        if let scalar = UnicodeEscape.read(&position, to: end) {
            if scalar > 0 || !isKey { return true }
            fail(.nulInKey, at: start)
            return false
        }
        // A pair of which one half is missing has four digits nevertheless.
        let digits = UnsafeBufferPointer(start: start + 2, count: min(4, end - start - 2))
        let isUnit = digits.count == 4 && digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
        let isCut = digits.count < 4 && digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
        fail(isCut ? .string : isUnit ? .surrogate : .escape, at: isCut ? end : start)
        return false
    }
}

// MARK: - Where a string ends

/// Returns the position of the first quote, backslash or control character, or the end; nil if the text before it
/// is not UTF-8.
@inline(__always)
private func endOfPlain(
    from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>, _ hasEightBytes: Bool
) -> UnsafePointer<UInt8>? {
    // Most keys end within eight bytes. Only these are looked at where a string is read, as this is inlined in many places.
    guard end - start >= 8 else { return endOfNear(from: start, to: end, hasEightBytes) }
    let found = TextScan.special(TextScan.word(start))
    // Without a special byte, there are 64 zeros: all eight are passed.
    let position = start + (found.trailingZeroBitCount >> 3)
    if found != 0, position.pointee < 0x80 { return position }
    return endOfNear(from: position, to: end, hasEightBytes)
}

/// Scans 40 bytes in words, as UUIDs and most texts end within them.
@inline(never)
private func endOfNear(
    from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>, _ hasEightBytes: Bool
) -> UnsafePointer<UInt8>? {
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
