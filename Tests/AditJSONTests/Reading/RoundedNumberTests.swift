@testable import AditJSON
import TestSupport
import Testing

/// GIVEN a number with a fraction that no double has WHEN the nearest one is whole THEN it is read as that `Double`,
/// and as no `Int`: an integer is never rounded.
struct RoundedNumberTests {
    private static let rounded = [
        "4503599627370497.5", "4503599627370496.49999999999999999", "0.99999999999999999999", "1.00000000000000000001",
        "-1.00000000000000000001", "9007199254740990.9999", "1e-400", "-1e-400", "1e-324",
        "0.000000000000000000001e-310",
        "100000000000000000001e-20", "12345678901234567890123e-3",
    ]

    @Test(arguments: rounded)
    func `it is no integer`(text: String) throws {
        let number = try #require(Double(text))
        let reason = "found a number close to \(number); a whole number of 64 bits is expected"
        #expect(throws: CodingFailure(path: "[1]", reason: reason)) { try decoded([Int].self, from: "[7,\(text)]") }
        #expect(try decoded(JSON.self, from: "[\(text)]") == .array([.number(number)]))
        let doubles = try decoded([String: Double].self, from: #"{"a":0.5,"b":\#(text)}"#)
        #expect(doubles["b"]?.bitPattern == number.bitPattern)
    }

    @Test func `alone, and beside many others`() throws {
        try withJSON("1e-400") { #expect($0.integer == nil && $0.number == 0 && $0.kind == .real) }
        let others = Array(repeating: #"1.5,"1.00000000000000000001",{"a":[2.0,1e-400]}"#, count: 50).joined(
            separator: ",")
        try withJSON("[\(others)]") { root in
            for index in 0..<50 {
                #expect(root[3 * index]?.integer == nil)
                let list = root[3 * index + 2]?["a"]
                #expect(list?[0]?.integer == 2 && list?[1]?.integer == nil && list?[1]?.number == 0)
            }
        }
    }

    @Test(arguments: [
        ("1.0", 1), ("1.50e1", 15), ("-7.000", -7), ("1e3", 1000), ("100e-2", 1), ("0.0", 0), ("0e-400", 0),
        ("-0.000e9", 0),
        ("1.000000000000000000000000000000", 1), ("9007199254740991.000000000000000000000000", 9_007_199_254_740_991),
        ("90071992547409910e-1", 9_007_199_254_740_991), ("0.00000000000000000000000000001e29", 1),
        ("0." + String(repeating: "0", count: 100) + "1e101", 1),
    ])
    func `a whole number is an integer, however it is written`(text: String, integer: Int) throws {
        #expect(try decoded([Int].self, from: "[\(text)]") == [integer])
    }

    /// A reference: the digits as a whole number of any length.
    @Test(arguments: 0..<20)
    func `random numbers`(seed: UInt64) throws {
        var random = SeededGenerator(seed: 900 + seed)
        func digits(_ count: Int) -> String {
            (0..<count).map { _ in
                "\([0, 0, 9, Int.random(in: 0...9, using: &random)].randomElement(using: &random) ?? 0)"
            }.joined()
        }
        for _ in 0..<300 {
            let whole = "\(Int.random(in: 1...9, using: &random))" + digits(Int.random(in: 0...14, using: &random))
            let fraction = digits(Int.random(in: 1...20, using: &random))
            let text = "\(whole).\(fraction)"
            let isWhole = fraction.allSatisfy { $0 == "0" }
            #expect((try? decoded(Int.self, from: text)) == (isWhole ? Int(whole) : nil), "\(text)")
        }
    }
}
