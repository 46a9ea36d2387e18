import AditCodable
import AditJSON
import TestSupport
import Testing

private struct Integers: Codable, Equatable {
    var a: Int8, b: Int16, c: Int32, d: Int64, e: Int
    var f: UInt8, g: UInt16, h: UInt32, i: UInt64, j: UInt
}

private struct Sample: Codable, Equatable { var at: Int, values: [Double] }
private enum Message: Codable, Equatable {
    case level(Double), levels([Float]), sample(sample: Sample), id(UInt64), ids([UInt])
}

/// GIVEN numbers WHEN they are written THEN they read back exactly; what JSON or the wire has no number for is an
/// error.
struct NumberWireTests {
    @Test func `integers of every width`() {
        expectWire(
            Integers(
                a: .min, b: .min, c: .min, d: .min, e: .min, f: .min, g: .min, h: .min, i: .min, j: .min),
            #"{"a":-128,"b":-32768,"c":-2147483648,"d":-9223372036854775808,"e":-9223372036854775808,"f":0,"g":0,"h":0,"i":0,"j":0}"#
        )
        expectWire(
            Integers(
                a: .max, b: .max, c: .max, d: .max, e: .max, f: .max, g: .max, h: .max, i: UInt64(Int64.max),
                j: UInt(Int64.max)),
            #"{"a":127,"b":32767,"c":2147483647,"d":9223372036854775807,"e":9223372036854775807,"f":255,"g":65535,"#
                + #""h":4294967295,"i":9223372036854775807,"j":9223372036854775807}"#)
    }

    @Test func `integers of every width in arrays and alone`() {
        func expect<T: FixedWidthInteger & Codable>(_: T.Type) {
            let greatest = T(clamping: Int64.max)
            expectWire([T.min, 0, greatest], "[\(T.min),0,\(greatest)]")
            expectWire(["n": greatest], #"{"n":\#(greatest)}"#)
        }
        expect(Int8.self)
        expect(Int16.self)
        expect(Int32.self)
        expect(Int64.self)
        expect(Int.self)
        expect(UInt8.self)
        expect(UInt16.self)
        expect(UInt32.self)
        expect(UInt64.self)
        expect(UInt.self)
    }

    @Test func `an unsigned number beyond 64 signed bits is an error that names its place`() {
        let says = "found 9223372036854775808; a number up to 9223372036854775807 is expected"
        #expect(refusal(ofWriting: Message.id(1 << 63)) == "id: \(says)")
        #expect(refusal(ofWriting: Message.ids([0, 1 << 63])) == "ids[1]: \(says)")
        #expect(
            refusal(ofWriting: [UInt64.max])
                == "[0]: found 18446744073709551615; a number up to 9223372036854775807 is expected")
    }

    @Test(arguments: [(Double.nan, "nan"), (.infinity, "inf"), (-.infinity, "-inf")])
    func `what is no finite number is an error that names its place`(number: Double, name: String) {
        let says = "found \(name); a finite number is expected"
        #expect(refusal(ofWriting: Message.level(number)) == "level: \(says)")
        #expect(refusal(ofWriting: Message.levels([1, Float(number)])) == "levels[1]: \(says)")
        #expect(
            refusal(ofWriting: Message.sample(sample: .init(at: 1, values: [0, 0, number])))
                == "sample.sample.values[2]: \(says)")
        #expect(refusal(ofWriting: ["a": ["b": number]]) == "a.b: \(says)")
    }

    @Test func `a failed message leaves nothing in the writer`() throws {
        let writer = JSONWriter()
        writer.write(json: "[1,")
        let message = Message.sample(sample: .init(at: 1, values: [0, .nan]))
        #expect(throws: CodingFailure.self) { try encodeBridged(message, to: writer) }
        #expect(writer.text == "[1,")
        try encodeBridged(Message.level(2), to: writer)
        #expect(writer.text == #"[1,{"level":2.0}"#)
    }

    @Test func `any double reads back bit by bit`() throws {
        var random = SeededGenerator(seed: 8)
        let values = [0, -0.0] + (0..<5000).map { _ in Double.random(using: &random) }
        #expect(try read([Double].self, written(values)).map(\.bitPattern) == values.map(\.bitPattern))
    }

    @Test func `any float reads back bit by bit`() throws {
        var random = SeededGenerator(seed: 9)
        let values =
            [0, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude]
            + (0..<20_000).map { _ in Float.random(using: &random) }
        #expect(try read([Float].self, written(values)).map(\.bitPattern) == values.map(\.bitPattern))
    }

    /// Its shortest text lies just between two floats for a double, and would be rounded twice.
    @Test func `the float 7_038531e-26 reads back bit by bit`() throws {
        let value = Float(bitPattern: 0x15AE_43FD)
        #expect(try read([Float].self, written([value])).first?.bitPattern == value.bitPattern)
    }

    @Test func `a number too large for a float is refused`() {
        #expect(
            refusal(of: "[1e39]", as: [Float].self)
                == "[0]: found the number 1e+39; a number within a Float's range is expected")
        #expect(
            refusal(of: #"{"levels":["1"]}"#, as: Message.self) == "levels[0]: found a string; a number is expected")
    }
}
