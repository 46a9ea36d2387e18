// Strings stay where they are, unless something in them is escaped.
extension TapeParser {
    /// Reads a string; ``position`` is at its first quote.
    @inline(__always)
    mutating func readString() -> TapeText? {
        let start = position + 1
        guard let stop = endOfPlain(from: start), stop < end else { return nil }
        guard stop.pointee == UInt8(ascii: "\"") else { return readEscaped(from: start, to: stop) }
        position = stop + 1
        return TapeText(start: start, count: stop - start)
    }

    /// Copies a string.
    ///
    /// - Parameter stop: where something is that is not plain.
    @inline(never)
    private mutating func readEscaped(
        from start: UnsafePointer<UInt8>, to stop: UnsafePointer<UInt8>
    ) -> TapeText? {
        // A string is never longer than it is with its escapes, and so not longer than what is left of the text.
        guard end - start <= bytesEnd - bytes else { return nil }
        let target = bytes
        var (start, stop) = (start, stop)
        while true {
            bytes.update(from: start, count: stop - start)
            bytes += stop - start
            guard stop < end else { return nil }
            if stop.pointee == UInt8(ascii: "\"") {
                position = stop + 1
                return TapeText(start: UnsafePointer(target), count: bytes - target)
            }
            guard stop.pointee == UInt8(ascii: "\\"), end - stop >= 2, let byte = unescaped(stop[1]) else { return nil }
            bytes.pointee = byte
            bytes += 1
            start = stop + 2
            guard let next = endOfPlain(from: start) else { return nil }
            stop = next
        }
    }

    private func unescaped(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
        case UInt8(ascii: "n"): UInt8(ascii: "\n")
        case UInt8(ascii: "t"): UInt8(ascii: "\t")
        case UInt8(ascii: "r"): UInt8(ascii: "\r")
        case UInt8(ascii: "b"): 8
        case UInt8(ascii: "f"): 12
        // Escapes by number: pairs of surrogates, and NULs that are no keys.
        default: nil
        }
    }

    /// Where the first quote, backslash or control character is, or the end; nil where the text before it is not UTF-8.
    @inline(__always)
    private func endOfPlain(from start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs = ones &* 0x80
        var position = start
        while true {
            // Eight bytes at a time: the highest bit of one is set that is a quote or a backslash, was below 0x20, or was set in
            // it. Above such a byte, bits may be wrong.
            while end - position >= 8 {
                let word = UInt64(littleEndian: UnsafeRawPointer(position).loadUnaligned(as: UInt64.self))
                let quotes = word ^ ones &* UInt64(UInt8(ascii: "\""))
                let backslashes = word ^ ones &* UInt64(UInt8(ascii: "\\"))
                let low = (word &- ones &* 0x20) & ~word
                let found = (low | (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes | word) & highs
                if found != 0 {
                    position += found.trailingZeroBitCount >> 3
                    break
                }
                position += 8
            }
            guard position < end else { return position }
            let byte = position.pointee
            if byte >= 0x80 {
                guard let count = countOfScalar(at: position) else { return nil }
                position += count
            } else if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                return position
            } else {
                position += 1
            }
        }
    }

    /// How many bytes the scalar has that begins with a byte of 0x80 or more; nil where it is none (RFC 3629, section 4).
    private func countOfScalar(at position: UnsafePointer<UInt8>) -> Int? {
        let left = end - position
        func continues(_ index: Int, from low: UInt8 = 0x80, to high: UInt8 = 0xBF) -> Bool {
            index < left && position[index] >= low && position[index] <= high
        }
        switch position.pointee {
        case 0xC2...0xDF: return continues(1) ? 2 : nil
        case 0xE0: return continues(1, from: 0xA0) && continues(2) ? 3 : nil
        case 0xED: return continues(1, to: 0x9F) && continues(2) ? 3 : nil
        case 0xE1...0xEF: return continues(1) && continues(2) ? 3 : nil
        case 0xF0: return continues(1, from: 0x90) && continues(2) && continues(3) ? 4 : nil
        case 0xF1...0xF3: return continues(1) && continues(2) && continues(3) ? 4 : nil
        case 0xF4: return continues(1, to: 0x8F) && continues(2) && continues(3) ? 4 : nil
        default: return nil
        }
    }
}
