import AditJSON
import TestSupport
import Testing

/// GIVEN a number WHEN it is written THEN it is the shortest text that reads back as the very same number.
struct NumberWritingTests {
    @Test func `integers of every width are written from their least to their greatest`() {
        let writer = JSONWriter()
        func expect<T: FixedWidthInteger>(_ type: T.Type) {
            for value in [T.min, 0, 1, 9, 10, 99, 100, T.max] {
                writer.truncate(to: 0)
                writer.write(value)
                #expect(writer.text == "\(value)")
            }
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

    @Test func `any integer is written with its own digits`() {
        var random = SeededGenerator(seed: 2)
        let writer = JSONWriter()
        for _ in 0..<5000 {
            let value = Int64(bitPattern: random.next() >> UInt64.random(in: 0..<64, using: &random))
            writer.truncate(to: 0)
            writer.write(value)
            writer.write(byte: UInt8(ascii: " "))
            writer.write(-(value / 2))
            #expect(writer.text == "\(value) \(-(value / 2))")
        }
    }

    @Test(
        arguments: [
            (0, "0.0"), (-0.0, "-0.0"), (1, "1.0"), (0.1, "0.1"), (-2.5, "-2.5"), (1e-7, "1e-07"), (1e16, "1e+16"),
            (.leastNonzeroMagnitude, "5e-324"),
            (.greatestFiniteMagnitude, "1.7976931348623157e+308"), (.pi, "3.141592653589793"),
        ] as [(Double, String)])
    func `a double is written as short as may be`(value: Double, json: String) {
        let writer = JSONWriter()
        #expect(writer.write(value))
        #expect(writer.text == json)
    }

    @Test func `any double reads back bit by bit`() throws {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<20_000 {
            let value = Double.random(using: &random)
            let writer = JSONWriter()
            writer.write(json: "[")
            #expect(writer.write(value))
            writer.write(json: "]")
            try withJSON(writer.bytes) { #expect($0[0]?.number?.bitPattern == value.bitPattern, "\(value)") }
        }
    }

    @Test(arguments: [Double.nan, .signalingNaN, .infinity, -.infinity])
    func `what JSON has no number for is not written`(value: Double) {
        let writer = JSONWriter()
        writer.write(json: "[")
        #expect(!writer.write(value))
        #expect(!writer.write(Float(value)))
        #expect(writer.text == "[")
    }

    @Test func `truth values and null are words`() {
        let writer = JSONWriter()
        writer.write(true)
        writer.write(byte: UInt8(ascii: ","))
        writer.write(false)
        writer.write(byte: UInt8(ascii: ","))
        writer.writeNull()
        #expect(writer.text == "true,false,null")
    }
}
