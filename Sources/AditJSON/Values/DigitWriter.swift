/// Writes the fixed-width numbers of a date's text.
struct DigitWriter {
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    /// - Parameter bytes: has room for all that will be written.
    init(_ bytes: UnsafeMutableBufferPointer<UInt8>) { self.bytes = bytes }

    @inline(__always)
    mutating func write(_ separator: Unicode.Scalar) {
        bytes[count] = UInt8(truncatingIfNeeded: separator.value)
        count += 1
    }

    /// Writes a number from 0 to 9.
    @inline(__always)
    mutating func write(one number: Int) {
        bytes[count] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number)
        count += 1
    }

    /// Writes a number from 0 to 99 with two digits.
    @inline(__always)
    mutating func write(two number: Int) {
        let number = UInt32(truncatingIfNeeded: number)
        bytes[count] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10)
        bytes[count + 1] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10)
        count += 2
    }
}
