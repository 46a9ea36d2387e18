/// A reader of the fixed-width numbers in a date's text.
struct DigitReader {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    /// - Parameter bytes: must stay valid and unchanged while they are read.
    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = UnsafeRawBufferPointer(bytes) }

    var isAtEnd: Bool { position == bytes.count }

    /// Reads a number of two digits; nil for other text.
    @inline(__always)
    mutating func two() -> Int? {
        guard bytes.count &- position >= 2 else { return nil }
        let (tens, ones) = (digit(bytes[position]), digit(bytes[position &+ 1]))
        guard tens < 10, ones < 10 else { return nil }
        position &+= 2
        return Int(tens &* 10 &+ ones)
    }

    /// Reads three numbers of two digits each, with a separator between them; nil for other text.
    @inline(__always)
    mutating func three(separatedBy separator: Unicode.Scalar) -> (first: Int, second: Int, third: Int)? {
        guard bytes.count &- position >= 8 else { return nil }
        let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
        let separators = UInt64(separator.value) << 16 | UInt64(separator.value) << 40
        let places: UInt64 = 0x0000_FF00_00FF_0000
        guard word & places == separators, let pairs = EightDigits.pairs(word & ~places | EightDigits.zeros & places)
        else { return nil }
        position &+= 8
        return (Int(pairs & 0xFF), Int(pairs >> 24 & 0xFF), Int(pairs >> 48 & 0xFF))
    }

    /// Reads all digits that follow, as a number; nil unless there are one to nine.
    mutating func fraction() -> (number: Int, count: Int)? {
        var (number, count) = (0, 0)
        while position < bytes.count, digit(bytes[position]) < 10 {
            guard count < 9 else { return nil }
            number = number &* 10 &+ Int(digit(bytes[position]))
            count &+= 1
            position &+= 1
        }
        return count > 0 ? (number, count) : nil
    }

    /// Skips the next character if it matches in either case.
    ///
    /// - Parameter character: a sign, or a letter in lower case.
    @inline(__always)
    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count else { return false }
        let (next, expected) = (bytes[position], UInt8(ascii: character))
        let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(expected)
        guard next == expected || isLetter && next | 0x20 == expected else { return false }
        position &+= 1
        return true
    }

    /// Returns the value of a digit; 10 or more for another byte.
    @inline(__always)
    private func digit(_ byte: UInt8) -> UInt8 { byte &- UInt8(ascii: "0") }
}
