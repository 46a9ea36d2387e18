import AditJSON
import TestSupport
import Testing

/// GIVEN a number with a point or an exponent WHEN it is read without jansson THEN it is what jansson makes of it.
struct NearestDoubleTests {
    @Test func `any number of up to twenty digits is read as by jansson`() {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<3000 {
            let digits = random.next() >> UInt64.random(in: 0..<64, using: &random)
            expectSame("\(digits)e\(Int.random(in: -340...320, using: &random))")
            expectSame("-\(digits)\(random.next() >> 60).\(random.next() >> UInt64.random(in: 0..<64, using: &random))")
        }
    }

    @Test func `a number near the middle of two doubles is read as by jansson`() {
        var random = SeededGenerator(seed: 12)
        for _ in 0..<2000 {
            // 54 bits, of which a double has 53: as far from the one below as from the one above.
            let middle = random.next() >> 10 | 1 << 53 | 1
            for text in ["\(middle)", "\(middle - 1)", "\(middle + 1)"] {
                for end in [".0", ".00001", "e0", "e5", "e20", "0e-1", "1e-1"] { expectSame(text + end) }
            }
        }
    }

    @Test func `the text of any double is read as by jansson`() {
        var random = SeededGenerator(seed: 13)
        for _ in 0..<5000 {
            let number = Double(bitPattern: random.next())
            if number.isFinite { expectSame("\(number)") }
            expectSame("\(Double.random(in: -1000...1000, using: &random))")
        }
    }

    @Test(arguments: [
        "0.0", "-0.0", "0e5", "0.000e-400", "1e-307", "1e-308", "2.2250738585072014e-308", "2.2250738585072011e-308",
        "5e-324", "1.7976931348623157e308", "1.7976931348623159e308", "1e400", "1e-400", "9007199254740993.0",
        "4503599627370497.5", "9999999999999999999.0", "99999999999999999999.0", "18446744073709551615e0", "12345678.5",
        "1234567.12345678", "0.123456781", "0.1234567", "0.12345678", "1.", "1.e5", "1.12345678x", "1.1234567/",
        "1.1234567:",
    ])
    func `a number at a limit is read as by jansson`(text: String) { expectSame(text) }

    /// Expects the same number, or that both refuse it.
    private func expectSame(_ text: String) { compareWithJansson("[\(text)]".utf8) }
}
