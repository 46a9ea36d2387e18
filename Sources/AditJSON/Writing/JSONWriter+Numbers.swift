extension JSONWriter {
    /// Writes an integer of at most 64 bits.
    @inlinable
    @inline(__always)
    public func write(_ value: some FixedWidthInteger) {
        write(magnitude: UInt64(truncatingIfNeeded: value.magnitude), isNegative: value < 0)
    }

    // Of one type, whatever the integer's: another module would call a generic function without specializing it, which
    // costs seven times as much.
    @usableFromInline
    func write(magnitude: UInt64, isNegative: Bool) {
        // A sign, and the digits of 64 bits, which are then moved to where they belong.
        let most = 21
        reserve(most + wordsOfNumber)
        let target = base + used
        var place = target + most
        write(digitsOf: magnitude, before: &place)
        if isNegative {
            place -= 1
            place.pointee = UInt8(ascii: "-")
        }
        move(UnsafePointer(place), to: target)
        used += target + most - place
    }

    /// Writes the shortest decimal text that reads back as the same number, independent of the locale.
    ///
    /// - Returns: false, with nothing written, for NaN and the infinities, which JSON does not have.
    public func write(_ value: Double) -> Bool {
        if let decimal = ShortestDecimal(value.magnitude) {
            write(decimal, isNegative: value < 0)
            return true
        }
        guard value.isFinite else { return false }
        var output = NumberOutput(writer: self)
        value.write(to: &output)
        return true
    }

    /// Writes the shortest decimal text that reads back as the same number, independent of the locale.
    ///
    /// - Returns: false, with nothing written, for NaN and the infinities, which JSON does not have.
    public func write(_ value: Float) -> Bool {
        guard value.isFinite else { return false }
        var output = NumberOutput(writer: self)
        value.write(to: &output)
        return true
    }

    /// Writes a number with a point, and at least one digit on each side of it.
    private func write(_ decimal: ShortestDecimal, isNegative: Bool) {
        // A sign, the text, and behind it the digits of which it is made, each with the words that are moved.
        let most = 24
        reserve(1 + 2 * wordsOfNumber + most)
        if isNegative { write(byte: UInt8(ascii: "-")) }
        let target = base + used
        let end = target + wordsOfNumber + most
        var (place, rest) = (end, decimal.digits)
        // Most have fewer than nine digits, or nearly all.
        if rest >= 100_000_000 {
            place -= 8
            let eight = EightDigits.word(rest % 100_000_000)
            UnsafeMutableRawPointer(place).storeBytes(of: eight.littleEndian, as: UInt64.self)
            rest /= 100_000_000
        }
        write(digitsOf: rest, before: &place)
        while end - place <= decimal.scale {
            place -= 1
            place.pointee = UInt8(ascii: "0")
        }
        let point = end - place - decimal.scale
        move(UnsafePointer(place), to: target)
        move(UnsafePointer(place) + point, to: target + point + 1)
        target[point] = UInt8(ascii: ".")
        used += end - place + 1
    }

    /// Writes the digits of a number before a place, which moves to the first of them.
    @inline(__always)
    private func write(digitsOf number: UInt64, before place: inout UnsafeMutablePointer<UInt8>) {
        let end = place
        var rest = number
        while rest >= 10 {
            place -= 2
            let pair = TextScan.pair(pairsOfDigits.utf8Start + 2 &* Int(truncatingIfNeeded: rest % 100))
            UnsafeMutableRawPointer(place).storeBytes(of: pair, as: UInt16.self)
            rest /= 100
        }
        if rest > 0 || place == end {
            place -= 1
            place.pointee = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest)
        }
    }
}

/// How many bytes are moved for a number: three words of eight.
private let wordsOfNumber = 24

/// `00` to `99`.
private let pairsOfDigits: StaticString = """
    0001020304050607080910111213141516171819\
    2021222324252627282930313233343536373839\
    4041424344454647484950515253545556575859\
    6061626364656667686970717273747576777879\
    8081828384858687888990919293949596979899
    """

/// Moves ``wordsOfNumber`` bytes, which may overlap with their target, without a call.
@inline(__always)
private func move(_ source: UnsafePointer<UInt8>, to target: UnsafeMutableRawPointer) {
    let words = (TextScan.word(source), TextScan.word(source + 8), TextScan.word(source + 16))
    target.storeBytes(of: words.0.littleEndian, as: UInt64.self)
    target.storeBytes(of: words.1.littleEndian, toByteOffset: 8, as: UInt64.self)
    target.storeBytes(of: words.2.littleEndian, toByteOffset: 16, as: UInt64.self)
}

/// Takes the text of a number from the standard library, which hands its bytes over without making a string.
private struct NumberOutput: TextOutputStream {
    let writer: JSONWriter

    mutating func write(_ text: String) { writer.write(json: text) }
    mutating func _writeASCII(_ bytes: UnsafeBufferPointer<UInt8>) { writer.write(raw: UnsafeRawBufferPointer(bytes)) }
}
