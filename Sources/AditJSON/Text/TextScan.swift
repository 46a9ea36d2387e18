/// Finds the bytes of a text that are something special in JSON, in steps of 32 bytes and of 8.
///
/// Of each byte the highest bit is set that is looked for: subtracting sets it where the byte was below what is subtracted, and
/// where it was equal and 1 more is subtracted.
enum TextScan {
    /// 32 bytes, as words: on them all steps below are single instructions (on 32 lanes of a byte each they are not).
    private typealias Block = SIMD4<UInt64>

    /// A word with the same byte eight times.
    @inline(__always)
    private static func eight(_ byte: Unicode.Scalar) -> UInt64 { UInt64(UInt8(ascii: byte)) &* 0x0101_0101_0101_0101 }

    private static var ones: UInt64 { 0x0101_0101_0101_0101 }
    private static var highs: UInt64 { 0x8080_8080_8080_8080 }

    /// The next eight bytes, the first of them the lowest.
    @inline(__always)
    static func word(_ start: UnsafePointer<UInt8>) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt64.self))
    }

    /// Looks at eight bytes.
    ///
    /// - Returns: with the highest bit of a byte set that is a quote, a backslash, a control character, or not ASCII. Above the
    ///   first one in the text, bits may be wrong.
    @inline(__always)
    static func special(_ word: UInt64) -> UInt64 {
        let quotes = (word ^ eight("\"")) &- ones
        let backslashes = (word ^ eight("\\")) &- ones
        return (quotes | backslashes | (word &- eight(" ")) | word) & highs
    }

    /// The same without those that are not ASCII: what has to be escaped.
    @inline(__always)
    static func escaped(_ word: UInt64) -> UInt64 {
        let quotes = (word ^ eight("\"")) &- ones
        let backslashes = (word ^ eight("\\")) &- ones
        return (quotes | backslashes | (word &- eight(" "))) & ~word & highs
    }

    /// Whether a byte is a quote, a backslash or a control character.
    @inline(__always)
    static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    /// Goes past blocks of 32 bytes without a quote, a backslash, a control character, or a byte that is not ASCII.
    @inline(__always)
    static func skipPlain(_ position: inout UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) {
        while end - position >= 32 {
            let block = load(position)
            if isAnyHigh(controls(block) | block) { return }
            position += 32
        }
    }

    /// Goes past blocks of 32 bytes without a quote, a backslash or a control character.
    @inline(__always)
    static func skipClean(_ position: inout UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) {
        while end - position >= 32 {
            let block = load(position)
            if isAnyHigh(controls(block) & ~block) { return }
            position += 32
        }
    }

    /// Whether all bytes of a text are ASCII.
    static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard var position = bytes.baseAddress.map({ UnsafePointer($0) }) else { return true }
        let end = position + bytes.count
        while end - position >= 32 {
            if isAnyHigh(load(position)) { return false }
            position += 32
        }
        while end - position >= 8 {
            if word(position) & highs != 0 { return false }
            position += 8
        }
        while position < end {
            if position.pointee >= 0x80 { return false }
            position += 1
        }
        return true
    }

    @inline(__always)
    private static func load(_ start: UnsafePointer<UInt8>) -> Block {
        UnsafeRawPointer(start).loadUnaligned(as: Block.self)
    }

    /// The highest bits of quotes, backslashes and control characters. Those of bytes that are not ASCII may be anything.
    @inline(__always)
    private static func controls(_ block: Block) -> Block {
        let quotes: Block = (block ^ Block(repeating: eight("\""))) &- Block(repeating: ones)
        let backslashes: Block = (block ^ Block(repeating: eight("\\"))) &- Block(repeating: ones)
        let low: Block = block &- Block(repeating: eight(" "))
        return quotes | backslashes | low
    }

    @inline(__always)
    private static func isAnyHigh(_ block: Block) -> Bool { (block[0] | block[1] | block[2] | block[3]) & highs != 0 }
}
