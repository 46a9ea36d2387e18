import AditJSON
import TestSupport
import Testing

/// GIVEN amounts of money WHEN they are read, calculated with and written THEN no digit is lost, gained or rounded
/// unasked.
struct DecimalTests {
    @Test(arguments: [
        "0", "0.0", "0.00", "12.5", "12.50", "-12.50", "0.01", "-0.01", "100", "99999999999999999999",
        "99999999999999999999.999999999999999999", "-99999999999999999999.999999999999999999", "0.000000000000000001",
    ])
    func `a text is read and written as it is`(text: String) throws {
        let number = try #require(Decimal(text))
        #expect(number.description == text)
        #expect(number.scale == text.split(separator: ".").dropFirst().first?.count ?? 0)
        expectWire([number], "[\"\(text)\"]")
    }

    @Test func `minus zero is zero`() throws {
        #expect(try #require(Decimal(text("-0.00"))).description == "0.00")
    }

    @Test(arguments: [
        ("", "found the end after 0 characters"), ("-", "found the end after 1 character"),
        ("12.", "found the end after 3 characters"), (".5", #"found "." at character 1"#),
        ("12,50", #"found "," at character 3"#), ("1e3", #"found "e" at character 2"#),
        ("+1", #"found "+" at character 1"#), ("--1", #"found "-" at character 2"#),
        ("1.5.0", #"found "." at character 4"#), ("12.50 ", #"found " " at character 6"#),
        ("1\u{0}", "found \"\u{0}\" at character 2"), ("NaN", #"found "N" at character 1"#),
        ("12é", #"found "é" at character 3"#), ("１", #"found "１" at character 1"#),
        ("007", "found a needless 0 at character 1"), ("-01", "found a needless 0 at character 2"),
        ("100000000000000000000", "found more than 20 digits before the point"),
        ("0.1234567890123456789", "found more than 18 digits behind the point"),
    ])
    func `what is no decimal is refused, with its place`(text: String, found: String) throws {
        #expect(Decimal(self.text(text)) == nil)
        let array = try encoded([text])
        #expect(
            refusal(of: array, as: [Decimal].self)
                == "[0]: \(found) in \"\(text)\"; a decimal such as 12.50 is expected")
    }

    @Test func `a number of JSON is refused, as a host may have rounded it already`() throws {
        let failure = try withJSON("[12.5]") { root in
            let number = try #require(root[0])
            return #expect(throws: CodingFailure.self) { try Decimal(reading: number) }
        }
        #expect(
            failure?.description == #"found the number 12.5; a decimal as a string, such as "12.50" is expected"#)
    }

    @Test func `the calculation of the page is right`() throws {
        let price: Decimal = "12.50"
        let order = try price * 3 + Decimal(499, scale: 2)  // 42.49
        let tax = try order.multiplied(by: "0.077", scale: 2)  // 3.27
        let shown = try order.rounded(scale: 1)  // 42.5
        #expect([order, tax, shown].map(\.description) == ["42.49", "3.27", "42.5"])
    }

    @Test func `sums have the digits of the longer summand`() throws {
        #expect(try ("12.50" + "0.5" as Decimal).description == "13.00")
        #expect(try ("0.1" + "0.2" as Decimal).description == "0.3")
        #expect(try ("1" - "0.001" as Decimal).description == "0.999")
        #expect(try ("12.50" * 3 as Decimal).description == "37.50")
        #expect(try (-2 * "12.50" as Decimal).description == "-25.00")
        #expect((-Decimal(1250, scale: 2)).description == "-12.50")
        #expect(Decimal("-12.50").magnitude.description == "12.50")
        var total = Decimal.zero
        for price in ["0.10", "0.20", "0.30"] { try total += #require(Decimal(text(price))) }
        #expect(total.description == "0.60")
    }

    @Test func `what has too many digits is thrown, and nothing traps`() throws {
        let largest: Decimal = "99999999999999999999.999999999999999999"
        let message = "found a decimal with more than 20 digits before the point; up to 20 are expected"
        #expect(throws: DecimalError.self) { try largest + "0.000000000000000001" }
        #expect(throws: DecimalError.self) { try largest + largest }
        #expect(throws: DecimalError.self) { try -largest - largest }
        for factor in [2, -2, Int.max, Int.min] { #expect(throws: DecimalError.self) { try largest * factor } }
        #expect(throws: DecimalError.self) { try largest.rounded(scale: 2) }
        #expect(throws: DecimalError.self) { try largest.multiplied(by: largest, scale: 0) }
        #expect(throws: DecimalError.self) { try largest.multiplied(by: largest, scale: 18) }
        #expect(throws: DecimalError.self) { try Decimal("99999999999").multiplied(by: "9999999999", scale: 18) }
        #expect(throws: DecimalError.self) { try Decimal(1).rounded(scale: 19) }
        let failure = #expect(throws: DecimalError.self) { try Decimal(1).rounded(scale: -1) }
        #expect(failure?.description == "found a scale of -1; one of 0 to 18 is expected")
        do { _ = try largest * 10 } catch { #expect(error.description == message) }
        #expect(try largest * 1 == largest)
        #expect(try (largest - largest) == 0)
    }

    @Test(
        arguments: [
            ("0.125", "0.12", "0.13", "0.13", "0.12", "0.12", "0.13"),
            ("0.135", "0.14", "0.14", "0.14", "0.13", "0.13", "0.14"),
            ("-0.125", "-0.12", "-0.13", "-0.12", "-0.13", "-0.12", "-0.13"),
            ("0.1251", "0.13", "0.13", "0.13", "0.12", "0.12", "0.13"),
            ("0.1249", "0.12", "0.12", "0.13", "0.12", "0.12", "0.13"),
            ("7", "7.00", "7.00", "7.00", "7.00", "7.00", "7.00"),
            ("-0.001", "0.00", "0.00", "0.00", "-0.01", "0.00", "-0.01"),
        ] as [(String, String, String, String, String, String, String)])
    func `a number is rounded by each rule`(
        text: String, even: String, away: String, up: String, down: String, zero: String, awayFromZero: String
    ) throws {
        let number = try #require(Decimal(self.text(text)))
        let rules: [FloatingPointRoundingRule] = [
            .toNearestOrEven, .toNearestOrAwayFromZero, .up, .down, .towardZero, .awayFromZero,
        ]
        #expect(
            try rules.map { try number.rounded(scale: 2, $0).description } == [
                even, away, up, down, zero, awayFromZero,
            ])
        #expect(try number.rounded(scale: 2).description == even)
    }

    @Test func `a product is rounded once, however long it is`() throws {
        #expect(try Decimal("42.49").multiplied(by: "0.077", scale: 2).description == "3.27")
        let long: Decimal = "12345678901.123456789012345678"
        // 12345678901.123456789012345678 ² = 152415787526596567801.249809485…
        #expect(throws: DecimalError.self) { try long.multiplied(by: long, scale: 2) }
        #expect(
            try Decimal("1234567890.123456789012345678").multiplied(by: long, scale: 3).description
                == "15241578753101662552.827")
        #expect(
            try Decimal("0.000000000000000001").multiplied(by: "0.5", scale: 18).description == "0.000000000000000000")
        #expect(
            try Decimal("0.000000000000000003").multiplied(by: "0.5", scale: 18).description == "0.000000000000000002")
    }

    @Test func `calculations of random amounts are those of whole numbers`() throws {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<2000 {
            let (left, right) = (
                Int.random(in: -9_999_999...9_999_999, using: &random), Int.random(in: -9999...9999, using: &random)
            )
            let (scale, other) = (Int.random(in: 0...9, using: &random), Int.random(in: 0...4, using: &random))
            let (one, two) = (Decimal(left, scale: scale), Decimal(right, scale: other))
            // Both with 9 digits behind the point.
            let (wide, short) = (left * tenfold(9 - scale), right * tenfold(9 - other))
            #expect(try (one + two) == Decimal(wide + short, scale: 9))
            #expect(try (one - two) == Decimal(wide - short, scale: 9))
            #expect((one < two) == (wide < short))
            #expect((one == two) == (wide == short))
            #expect(try one.multiplied(by: two, scale: scale + other) == Decimal(left * right, scale: scale + other))
            #expect(try one * right == Decimal(left * right, scale: scale))
            #expect(Decimal(text(one.description))?.description == one.description)
        }
    }

    @Test func `numbers are equal whatever digits they are written with`() throws {
        #expect("12.5" as Decimal == "12.50")
        #expect(Set(["12.5", "12.50", "12.500", "0", "0.00"] as [Decimal]).count == 2)
        let sorted: [Decimal] = ["-12.5", "-0.01", "0", "0.01", "12.49", "12.5", "100"]
        #expect(sorted.shuffled().sorted() == sorted)
        #expect(try !encoded(["12.5" as Decimal]).elementsEqual(encoded(["12.50" as Decimal])))
    }

    @Test func `the schema accepts what is read`() throws {
        #expect(
            rendered(Decimal.schema(in: SchemaDefinitions()))
                == #"{"type":"string","format":"decimal","pattern":"^-?(0|[1-9][0-9]{0,19})([.][0-9]{1,18})?(?![\\s\\S])"}"#
        )
    }

    /// A text that is no literal, which would be one of `Decimal`.
    private func text(_ text: String) -> String { text }

    private func tenfold(_ count: Int) -> Int { (0..<count).reduce(1) { power, _ in power * 10 } }
}
