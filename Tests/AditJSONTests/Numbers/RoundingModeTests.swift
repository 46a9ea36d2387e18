import AditJSON
import Glibc
import TestSupport
import Testing

/// How a host's thread may round: to the nearest, up, down, to zero.
private let modes: [Int32] = [FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO]

/// GIVEN a thread that rounds differently WHEN numbers are read and written THEN they are the nearest all the same.
struct RoundingModeTests {
    @Test(
        arguments: [
            ("2.5e-5", 2.5e-5), ("0.1", 0.1), ("1e22", 1e22), ("123456789.123456789", 123456789.123456789),
            ("9007199254740993.0", 9007199254740992), ("9007199254740993", 9007199254740992),
            ("9007199254740995", 9007199254740996), ("-9007199254740993", -9007199254740992),
            ("9223372036854775807", 0x1p63), ("5e-324", .leastNonzeroMagnitude),
            ("1.7976931348623157e308", .greatestFiniteMagnitude),
            ("0.30000000000000004440892098500626", 0.30000000000000004),
            ("1.00000000000000011102230246251565404236316680908203125", 1),
            ("1.00000000000000011102230246251565404236316680908203126", 1.0000000000000002),
            ("0.000000000000000000000000000000000000000000000000000000000000000000000000000000025", 2.5e-80),
        ] as [(String, Double)])
    func `a number is read as the nearest double`(text: String, number: Double) {
        for mode in modes {
            let read = rounding(mode) { (value(text), tree(text)) }
            #expect(read.0 == number.bitPattern, "\(text), read as a message by mode \(mode)")
            #expect(read.1 == number.bitPattern, "\(text), read as a tree by mode \(mode)")
        }
    }

    @Test func `what is read does not depend on the mode`() {
        var random = SeededGenerator(seed: 20)
        for _ in 0..<3000 {
            let digits = random.next() >> UInt64.random(in: 0..<64, using: &random)
            let text = "\(digits).\(random.next() >> 20)e\(Int.random(in: -330...280, using: &random))"
            let expected = Double(text)?.bitPattern
            for mode in modes.dropFirst() {
                #expect(rounding(mode) { value(text) } == expected, "\(text) by mode \(mode)")
            }
        }
    }

    @Test func `what is written does not depend on the mode`() {
        var random = SeededGenerator(seed: 21)
        for _ in 0..<3000 {
            let exponent = UInt64.random(in: 1000...1080, using: &random)
            let numbers = [
                Double(bitPattern: exponent << 52 | random.next() >> 12), Double(random.next() >> 40) / 1000,
                Double(sign: .plus, exponent: Int(exponent) - 1023, significand: 1),
            ]
            for number in numbers {
                let text = "\(number)"
                for mode in modes.dropFirst() {
                    #expect(rounding(mode) { try? written([number]) } == "[\(text)]", "\(number) by mode \(mode)")
                }
            }
        }
    }

    @Test(
        arguments: [
            ("0.1", 0.1), ("16777217", 16777216), ("16777219", 16777220), ("1e-45", .leastNonzeroMagnitude),
            ("1e-46", 0), ("3.4028234e38", .greatestFiniteMagnitude), ("1.1754943e-38", .leastNormalMagnitude),
        ] as [(String, Float)])
    func `a number is read as the nearest float`(text: String, number: Float) throws {
        for mode in modes {
            let result = rounding(mode) { Result { try read([Float].self, "[\(text)]")[0].bitPattern } }
            #expect(try result.get() == number.bitPattern, "\(text) by mode \(mode)")
        }
    }

    @Test func `the host's mode is left as it was`() {
        let mode = rounding(FE_UPWARD) {
            _ = tree("[1e5,0.30000000000000004440892098500626]")
            return fegetround()
        }
        #expect(mode == FE_UPWARD as Int32)
    }

    private func rounding<R>(_ mode: Int32, _ body: () -> R) -> R {
        fesetround(mode)
        defer { fesetround(FE_TONEAREST) }
        return body()
    }

    private func value(_ text: String) -> UInt64? {
        (try? decoded([Double].self, from: "[\(text)]"))?.first?.bitPattern
    }

    private func tree(_ text: String) -> UInt64? { try? withJSON("[\(text)]") { $0[0]?.number?.bitPattern } }
}
