/// A writer of the fixed-width numbers in a date's text.
struct DigitWriter {
    private let bytes: UnsafeMutableRawBufferPointer
    private(set) var count = 0

    /// - Parameter bytes: has capacity for the whole text.
    init(_ bytes: UnsafeMutableBufferPointer<UInt8>) { self.bytes = UnsafeMutableRawBufferPointer(bytes) }

    @inline(__always)
    mutating func write(_ separator: Unicode.Scalar) {
        bytes[count] = UInt8(truncatingIfNeeded: separator.value)
        count &+= 1
    }

    /// Writes a number from 0 to 99 with two digits.
    @inline(__always)
    mutating func write(two number: UInt32) {
        store(UInt16(truncatingIfNeeded: EightDigits.word(pairs: UInt64(number), lanes: 1)))
    }

    /// Writes three numbers from 0 to 99 with two digits each, and a separator between them.
    @inline(__always)
    mutating func write(_ first: UInt32, _ second: UInt32, _ third: UInt32, separatedBy separator: Unicode.Scalar) {
        let numbers = UInt64(first) | UInt64(second) << 24 | UInt64(third) << 48
        let separators = UInt64(separator.value) << 16 | UInt64(separator.value) << 40
        store(EightDigits.word(pairs: numbers, lanes: 0x0001_0000_0100_0001) | separators)
    }

    /// Writes a number from 0 to 999 999 999 with nine digits.
    @inline(__always)
    mutating func write(nine number: UInt32) {
        store(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number / 100_000_000))
        store(EightDigits.word(UInt64(number % 100_000_000)))
    }

    /// Removes the last digits.
    @inline(__always)
    mutating func drop(_ digits: Int) { count &-= digits }

    @inline(__always)
    private mutating func store<T: FixedWidthInteger>(_ digits: T) {
        bytes.storeBytes(of: digits.littleEndian, toByteOffset: count, as: T.self)
        count &+= MemoryLayout<T>.size
    }
}
