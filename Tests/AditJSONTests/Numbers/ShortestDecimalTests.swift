import AditJSON
import TestSupport
import Testing

/// GIVEN a double WHEN it is written THEN it is what the standard library prints: the shortest text, and of these the
/// nearest.
struct ShortestDecimalTests {
    @Test func `a double of a usual size is written as by the standard library`() {
        var random = SeededGenerator(seed: 21)
        for _ in 0..<10_000 {
            let exponent = UInt64.random(in: 1008...1074, using: &random)
            expect(Double(bitPattern: exponent << 52 | random.next() >> 12))
        }
    }

    @Test func `a number with few digits is written as by the standard library`() {
        var random = SeededGenerator(seed: 22)
        let powers = (0...17).map { Double("1e\($0)") ?? 0 }
        for _ in 0..<10_000 {
            let digits = random.next() >> UInt64.random(in: 4..<64, using: &random)
            let power = powers[Int.random(in: 0..<powers.count, using: &random)]
            let number = Double(digits) / power
            expect(number)
            expect(number.nextUp)
            expect(number.nextDown)
        }
    }

    @Test(
        arguments: (-5...16).map { Double("1e\($0)") ?? 0 }
            + (-14...50).map { Double(sign: .plus, exponent: $0, significand: 1) })
    func `a double around a power of ten or two is written as by the standard library`(power: Double) {
        var number = power
        for _ in 0..<50 { number = number.nextDown }
        for _ in 0..<100 {
            expect(number)
            number = number.nextUp
        }
    }

    @Test(
        arguments: [
            (0.0001, "0.0001"), (0.00012345678901234567, "0.00012345678901234567"), (100, "100.0"), (0.5, "0.5"),
            (123456789012345, "123456789012345.0"), (999999999999999.9, "999999999999999.9"),
            (1e15, "1000000000000000.0"),
            (0.30000000000000004, "0.30000000000000004"), (2.675, "2.675"),
            (9.5367431640625e-07, "9.5367431640625e-07"),
            (1234567.0, "1234567.0"), (10_000_000.5, "10000000.5"),
        ] as [(Double, String)])
    func `a double has a point, and no zeros at the end but the first`(number: Double, text: String) {
        let writer = JSONWriter()
        #expect(writer.write(-number))
        #expect(writer.text == "-" + text)
        expect(number)
    }

    private func expect(_ number: Double) {
        let writer = JSONWriter(capacity: 16)
        #expect(writer.write(number))
        #expect(writer.write(-number))
        #expect(writer.text == "\(number)\(-number)")
    }
}
