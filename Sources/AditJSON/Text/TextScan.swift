/// A scanner for the bytes of a text that are special in JSON, in steps of 32 bytes and of 8.
///
/// It sets the highest bit of each matching byte: a subtraction sets it if the byte is below the subtrahend;
/// subtracting 1 more than the byte to match sets it if they are equal.
enum TextScan {
    /// 32 bytes, as words: with them all steps below are single instructions (with 32 lanes of a byte they are not).
    private typealias Block = SIMD4<UInt64>

    /// Returns a word with the same byte eight times.
    @inline(__always)
    private static func eight(_ byte: Unicode.Scalar) -> UInt64 { UInt64(UInt8(ascii: byte)) &* 0x0101_0101_0101_0101 }

    private static var ones: UInt64 { 0x0101_0101_0101_0101 }
    private static var highs: UInt64 { 0x8080_8080_8080_8080 }

    /// Returns the next eight bytes, the first in the lowest position.
    @inline(__always)
    static func word(_ start: UnsafePointer<UInt8>) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt64.self))
    }

    /// Returns the next two bytes, to be stored as they are.
    @inline(__always)
    static func pair(_ start: UnsafePointer<UInt8>) -> UInt16 { UnsafeRawPointer(start).loadUnaligned(as: UInt16.self) }

    /// Scans eight bytes.
    ///
    /// - Returns: the highest bit of each byte that is a quote, a backslash, a control character, or not ASCII. Bits
    ///   above the first match may be wrong.
    @inline(__always)
    static func special(_ word: UInt64) -> UInt64 {
        let quotes = (word ^ eight("\"")) &- ones
        let backslashes = (word ^ eight("\\")) &- ones
        return (quotes | backslashes | (word &- eight(" ")) | word) & highs
    }

    /// Scans eight bytes for those that must be escaped: the same without non-ASCII bytes.
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

    /// Skips blocks of 32 bytes without a quote, a backslash, a control character, or a non-ASCII byte.
    @inline(__always)
    static func skipPlain(_ position: inout UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) {
        while end - position >= 32 {
            let block = load(position)
            if isAnyHigh(controls(block) | block) { return }
            position += 32
        }
    }

    /// Skips blocks of 32 bytes without a quote, a backslash or a control character.
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

    /// Returns the highest bits of quotes, backslashes and control characters. The bits of non-ASCII bytes are
    /// undefined.
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
