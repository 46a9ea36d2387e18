/// Writes the fixed-width numbers of a date's text.
struct DigitWriter {
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    /// - Parameter bytes: has room for all that will be written.
    init(_ bytes: UnsafeMutableBufferPointer<UInt8>) { self.bytes = bytes }

    mutating func write(_ separator: Unicode.Scalar) {
        bytes[count] = UInt8(truncatingIfNeeded: separator.value)
        count += 1
    }

    /// Writes a number that is not negative, with zeros before it; of one that is too wide, the last digits.
    mutating func write(_ number: Int, width: Int) {
        var rest = number
        for position in stride(from: count + width - 1, through: count, by: -1) {
            bytes[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        count += width
    }
}
