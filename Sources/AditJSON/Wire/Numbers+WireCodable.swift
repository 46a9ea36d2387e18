extension JSONReader {
    /// Reads a whole number.
    ///
    /// - Throws: ``CodingFailure`` if the value is not a whole number, or does not fit.
    @inlinable
    package func wholeNumber<T: FixedWidthInteger>() throws(CodingFailure) -> T {
        guard let integer else { throw expected("a whole number of 64 bits") }
        guard let exact = T(exactly: integer) else { throw expected("one from \(T.min) to \(T.max)") }
        return exact
    }
}

extension Int: WireCodable {
    public init(reading reader: JSONReader) throws(CodingFailure) { self = try reader.wholeNumber() }
    public func write(to writer: JSONWriter) { writer.write(self) }
    public static func schema(in _: SchemaDefinitions) -> Schema { .integer(Int64(min)...Int64(max)) }
}

extension Int8: WireCodable {
    public init(reading reader: JSONReader) throws(CodingFailure) { self = try reader.wholeNumber() }
    public func write(to writer: JSONWriter) { writer.write(Int(self)) }
    public static func schema(in _: SchemaDefinitions) -> Schema { .integer(Int64(min)...Int64(max)) }
}

extension Int16: WireCodable {
    public init(reading reader: JSONReader) throws(CodingFailure) { self = try reader.wholeNumber() }
    public func write(to writer: JSONWriter) { writer.write(Int(self)) }
    public static func schema(in _: SchemaDefinitions) -> Schema { .integer(Int64(min)...Int64(max)) }
}

extension Int32: WireCodable {
    public init(reading reader: JSONReader) throws(CodingFailure) { self = try reader.wholeNumber() }
    public func write(to writer: JSONWriter) { writer.write(Int(self)) }
    public static func schema(in _: SchemaDefinitions) -> Schema { .integer(Int64(min)...Int64(max)) }
}

extension Int64: WireCodable {
    public init(reading reader: JSONReader) throws(CodingFailure) { self = try reader.wholeNumber() }
    public func write(to writer: JSONWriter) { writer.write(Int(self)) }
    public static func schema(in _: SchemaDefinitions) -> Schema { .integer(min...max) }
}

extension UInt8: WireCodable {
    public init(reading reader: JSONReader) throws(CodingFailure) { self = try reader.wholeNumber() }
    public func write(to writer: JSONWriter) { writer.write(Int(self)) }
    public static func schema(in _: SchemaDefinitions) -> Schema { .integer(Int64(min)...Int64(max)) }
}

extension UInt16: WireCodable {
    public init(reading reader: JSONReader) throws(CodingFailure) { self = try reader.wholeNumber() }
    public func write(to writer: JSONWriter) { writer.write(Int(self)) }
    public static func schema(in _: SchemaDefinitions) -> Schema { .integer(Int64(min)...Int64(max)) }
}

extension UInt32: WireCodable {
    public init(reading reader: JSONReader) throws(CodingFailure) { self = try reader.wholeNumber() }
    public func write(to writer: JSONWriter) { writer.write(Int(self)) }
    public static func schema(in _: SchemaDefinitions) -> Schema { .integer(Int64(min)...Int64(max)) }
}

extension Double: WireCodable {
    public init(reading reader: JSONReader) throws(CodingFailure) {
        guard let number = reader.number else { throw reader.expected("a number") }
        self = number
    }

    public func write(to writer: JSONWriter) throws(CodingFailure) {
        guard writer.write(self) else { throw notFinite("\(self)") }
    }

    public static func schema(in _: SchemaDefinitions) -> Schema { .number }
}

extension Float: WireCodable {
    public init(reading reader: JSONReader) throws(CodingFailure) {
        guard let number = reader.number else { throw reader.expected("a number") }
        let float = Float(decimal: number)
        guard float.isFinite else { throw reader.expected("a number within a Float's range") }
        self = float
    }

    public func write(to writer: JSONWriter) throws(CodingFailure) {
        guard writer.write(self) else { throw notFinite("\(self)") }
    }

    public static func schema(in _: SchemaDefinitions) -> Schema { .singleNumber }
}

private func notFinite(_ number: String) -> CodingFailure {
    CodingFailure(path: "", reason: "found \(number); a finite number is expected")
}

extension Float {
    /// Creates the float nearest to a decimal text that was read as a double.
    ///
    /// Rounding twice is wrong if the double lies halfway between two floats and the text does not: then the result is
    /// the float whose own text reads as that double.
    package init(decimal number: Double) {
        self.init(nearestTo: number)
        guard isFinite, Double(self) != number else { return }
        let other = Double(self) < number ? nextUp : nextDown
        if (Double(self) + Double(other)) / 2 == number, Double(other.description) == number { self = other }
    }
}
