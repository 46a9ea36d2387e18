import AditJSON
import TestSupport
import Testing

/// GIVEN a number WHEN it is parsed THEN it is what was written, or refused; never rounded to another integer.
struct NumberTests {
    @Test(
        arguments: [
            ("0", 0), ("-0", 0), ("-1", -1), ("9223372036854775807", Int64.max), ("-9223372036854775808", Int64.min),
            ("1.0", 1), ("-7.000", -7), ("1e3", 1000), ("25E-1", nil), ("1.5", nil), ("1e300", nil),
            ("9007199254740991.0", 9_007_199_254_740_991), ("9007199254740993.0", nil), ("9223372036854775807.0", nil),
        ] as [(String, Int64?)])
    func `an integer is exact`(text: String, integer: Int64?) throws {
        try withJSON("[\(text)]") { #expect($0[0]?.integer == integer) }
    }

    @Test(
        arguments: [
            ("0", 0), ("-0.0", -0.0), ("0.1", 0.1), ("1e-7", 1e-7), ("5e-324", .leastNonzeroMagnitude), ("1e-400", 0),
            ("1.7976931348623157e308", .greatestFiniteMagnitude),
            ("123456789012345678", 123_456_789_012_345_680),
            ("2.2250738585072011e-308", .leastNormalMagnitude.nextDown),
            ("0.1000000000000000055511151231257827021181583404541015625", 0.1),
        ] as [(String, Double)])
    func `a number is the nearest double`(text: String, number: Double) throws {
        try withJSON("[\(text)]") { #expect($0[0]?.number?.bitPattern == number.bitPattern) }
    }

    @Test(arguments: [
        ("9223372036854775808", "one of 64 bits, or with an exponent"),
        ("-9223372036854775809", "one of 64 bits, or with an exponent"),
        (String(repeating: "9", count: 10_000), "one of 64 bits, or with an exponent"),
        ("1e400", "one that a double can hold"), ("-1e400", "one that a double can hold"),
        ("1e999999999999999999999", "one that a double can hold"),
    ])
    func `a huge number is refused where it begins`(text: String, expected: String) throws {
        let error = try #require(syntaxError(of: "[\(text)]"))
        #expect(error.kind == .syntax)
        #expect(error.offset == 1)
        #expect(error.text == "found a large number; \(expected) is expected")
    }

    @Test(arguments: [
        "01", "-01", "00", "1.", ".5", "+1", "-", "1e", "1e+", "1.e5", "0x10", "1_000", "NaN", "Infinity", "-Infinity",
        "1,5", "١",
    ])
    func `what JSON does not call a number is refused`(text: String) throws {
        guard text != "1,5" else { return try withJSON("[\(text)]") { #expect($0.count == 2) } }
        #expect(syntaxError(of: "[\(text)]")?.kind == .syntax)
    }

    @Test func `a very long number is read to its end`() throws {
        let digits = "0." + String(repeating: "0", count: 100_000) + "1"
        try withJSON("[\(digits)]") { #expect($0[0]?.number == 0) }
    }
}
