/// A scanner of the members of a JSON object, or the elements of an array, which does not parse them. It never reads
/// out of bounds, whatever the text is.
struct LineScanner {
    private let bytes: UnsafeRawBufferPointer
    private var position = 1

    /// - Parameter bytes: an object, or an array.
    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Returns the next member: its key without the quotes, and its value; nil at the end.
    mutating func next() -> (key: Range<Int>, value: Range<Int>)? {
        skip(UInt8(ascii: ","))
        guard let key = takeValue(), key.count >= 2, bytes[key.lowerBound] == UInt8(ascii: "\"") else { return nil }
        skip(UInt8(ascii: ":"))
        guard let value = takeValue() else { return nil }
        return (key.dropFirst().dropLast(), value)
    }

    /// Returns the next element; nil at the end.
    mutating func nextElement() -> Range<Int>? {
        skip(UInt8(ascii: ","))
        return takeValue()
    }

    private mutating func skip(_ byte: UInt8) {
        if position < bytes.count, bytes[position] == byte { position += 1 }
    }

    private mutating func takeValue() -> Range<Int>? {
        let start = position
        var depth = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
                    position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
                }
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return start < position ? start..<position : nil }
                depth -= 1
            case UInt8(ascii: ","), UInt8(ascii: ":"):
                if depth == 0 { return start < position ? start..<position : nil }
            default: break
            }
            position += 1
        }
        return nil
    }
}
