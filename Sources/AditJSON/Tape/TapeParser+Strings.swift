// Strings stay where they are, unless something in them is escaped.
extension TapeParser {
    /// Reads a string; ``position`` is at its first quote.
    ///
    /// - Parameter isKey: whether it is a key, which may have no NUL in it.
    @inline(__always)
    mutating func readString(isKey: Bool) -> TapeText? {
        let start = position + 1
        guard let stop = endOfPlain(from: start), stop < end else { return nil }
        guard stop.pointee == UInt8(ascii: "\"") else { return readEscaped(from: start, to: stop, isKey: isKey) }
        position = stop + 1
        return TapeText(start: start, count: stop - start)
    }

    /// Copies a string.
    ///
    /// - Parameter stop: where something is that is not plain.
    @inline(never)
    private mutating func readEscaped(
        from start: UnsafePointer<UInt8>, to stop: UnsafePointer<UInt8>, isKey: Bool
    ) -> TapeText? {
        // A string is never longer than it is with its escapes, and so not longer than what is left of the text.
        guard end - start <= bytesEnd - bytes else { return nil }
        let target = bytes
        var (start, stop) = (start, stop)
        while true {
            bytes.update(from: start, count: stop - start)
            bytes += stop - start
            // Often one follows another.
            while stop < end, stop.pointee == UInt8(ascii: "\\") {
                guard unescape(&stop, isKey: isKey) else { return nil }
            }
            start = stop
            guard let next = endOfPlain(from: start), next < end else { return nil }
            stop = next
            if stop.pointee == UInt8(ascii: "\"") {
                bytes.update(from: start, count: stop - start)
                bytes += stop - start
                position = stop + 1
                return TapeText(start: UnsafePointer(target), count: bytes - target)
            }
            guard stop.pointee == UInt8(ascii: "\\") else { return nil }
        }
    }

    /// Copies what is escaped at a backslash, and goes past it; false where that is nothing.
    @inline(__always)
    private mutating func unescape(_ stop: inout UnsafePointer<UInt8>, isKey: Bool) -> Bool {
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

    /// Where the first quote, backslash or control character is, or the end; nil where the text before it is not UTF-8.
    @inline(__always)
    private func endOfPlain(from start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
        // Keys and most texts end within 32 bytes.
        var position = start
        while position - start < 32 {
            let left = end - position
            let word: UInt64
            if left >= 8 {
                word = TextScan.word(position)
            } else {
                guard left > 0, hasEightBytes else { break }
                // The last eight bytes of the text, without those that were passed; at the end there are zeros, which are special.
                word = TextScan.word(end - 8) &>> UInt64(truncatingIfNeeded: 64 &- left &* 8)
            }
            let found = TextScan.special(word)
            if found != 0 {
                let place = found.trailingZeroBitCount & ~7
                position += place >> 3
                let isASCII = (word &>> UInt64(truncatingIfNeeded: place)) & 0x80 == 0
                return isASCII ? position : endOfLong(from: position)
            }
            position += 8
        }
        return endOfLong(from: position)
    }

    /// The same in wide steps.
    @inline(never)
    private func endOfLong(from start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
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
}
