import AditJSON
import TestSupport
import Testing

/// GIVEN texts that are nearly right WHEN they are read THEN those are accepted which the pattern says, but for days
/// that no calendar has and times before the year 0 or after 9999.
struct TextPatternTests {
    /// The pattern of a type, as a validator sees it.
    private func pattern<T: WireCodable>(of type: T.Type) throws -> (String) -> Bool {
        let text = rendered(T.schema(in: SchemaDefinitions()))
        let pattern = try withJSON(text) { try #require($0["pattern"]?.string) }
        let regex = try Regex(pattern).matchingSemantics(.unicodeScalar)
        return { $0.firstMatch(of: regex) != nil }
    }

    /// Texts like the seeds: characters changed, put in, left out.
    private func variants(of seeds: [String], _ check: (String) -> Void) {
        let letters = Array("0123456789-+:.TtZz aAfFgG\n\0٣é".unicodeScalars)
        var random = SeededGenerator(seed: 3)
        for _ in 0..<4000 {
            var scalars = Array(seeds[Int.random(in: 0..<seeds.count, using: &random)].unicodeScalars)
            for _ in 0..<Int.random(in: 0...3, using: &random) where !scalars.isEmpty {
                let position = Int.random(in: 0..<scalars.count, using: &random)
                let letter = letters[Int.random(in: 0..<letters.count, using: &random)]
                switch Int.random(in: 0..<5, using: &random) {
                case 0: scalars.insert(letter, at: position)
                case 1: scalars.remove(at: position)
                case 2: scalars.append(letter)
                default: scalars[position] = letter
                }
            }
            var text = String.UnicodeScalarView()
            text.append(contentsOf: scalars)
            check(String(text))
        }
    }

    @Test func `a UUID's is exact`() throws {
        let matches = try pattern(of: UUID.self)
        var accepted = 0
        variants(of: ["6ba7b810-9dad-11d1-80b4-00c04fd430c8", "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"]) { text in
            #expect(matches(text) == (UUID(text) != nil), "\(text)")
            accepted += UUID(text) == nil ? 0 : 1
        }
        #expect((1000...3500).contains(accepted))
    }

    @Test func `a day's leaves open how long a month is`() throws {
        let matches = try pattern(of: CalendarDay.self)
        for day in ["02-29", "02-30", "02-31", "04-31", "06-31", "09-31", "11-31"] {
            #expect(matches("2026-\(day)"))
            #expect(CalendarDay("2026-\(day)") == nil)
        }
        var accepted = 0
        variants(of: ["2026-11-21", "0000-01-28", "9999-12-10"]) { text in
            if CalendarDay(text) != nil { accepted += 1 }
            #expect(matches(text) == (CalendarDay(text) != nil) || isImpossibleDay(text), "\(text)")
        }
        #expect((800...3500).contains(accepted))
    }

    @Test func `a decimal's is exact`() throws {
        let matches = try pattern(of: Decimal.self)
        var accepted = 0
        variants(of: ["12.50", "-0.00", "99999999999999999999.999999999999999999", "7"]) { text in
            #expect(matches(text) == (Decimal(text) != nil), "\(text)")
            accepted += Decimal(text) == nil ? 0 : 1
        }
        #expect((800...3500).contains(accepted))
    }

    @Test func `a timestamp's leaves open how long a month is, and which years its offset leads to`() throws {
        let matches = try pattern(of: Timestamp.self)
        for text in ["0000-01-01T00:30:00+01:00", "9999-12-31T23:30:00-01:00"] {
            #expect(matches(text))
            #expect(Timestamp(text) == nil)
        }
        var accepted = 0
        variants(of: [
            "2026-11-21T09:30:00Z", "2026-11-21t23:59:59z", "2026-01-10T00:00:00.123456789+23:59",
            "2026-11-10T12:00:00.5-09:30",
        ]) { text in
            if Timestamp(text) != nil { accepted += 1 }
            #expect(matches(text) == (Timestamp(text) != nil) || isImpossibleDay(text), "\(text)")
        }
        #expect((800...3500).contains(accepted))
    }

    /// Whether it is one of the days from the 29th to the 31st that only other months have.
    private func isImpossibleDay(_ text: String) -> Bool {
        text.prefixMatch(of: /[0-9]{4}-(02-(29|3[01])|(04|06|09|11)-31)/) != nil
    }

    @Test(arguments: [
        ("", true), ("/", true), ("/items/0", true), ("/a~0b~1c", true), ("/é\n", true), ("items", false),
        ("/~", false),
        ("/~2", false), ("/a~", false), ("\n", false), (String(repeating: "/a", count: 1024), true),
        (String(repeating: "/a", count: 1025), false), (String(repeating: "/", count: 1025), false),
    ])
    func `a pointer's is exact`(text: String, isPointer: Bool) throws {
        let regex = try Regex(Schema.pointerPattern).matchingSemantics(.unicodeScalar)
        #expect((text.firstMatch(of: regex) != nil) == isPointer)
        #expect((JSONPointer(text) != nil) == isPointer)
    }

    @Test func `an integer key's is exact`() throws {
        let regex = try Regex(try #require(Int.wirePattern)).matchingSemantics(.unicodeScalar)
        var accepted = 0
        let seeds = ["0", "-1", "\(Int.max)", "\(Int.min)", "\(UInt(Int.max) + 1)", "1000000000000000000"]
        variants(of: seeds) {
            #expect(($0.firstMatch(of: regex) != nil) == (Int(wireKey: $0) != nil), "\($0)")
            accepted += Int(wireKey: $0) == nil ? 0 : 1
        }
        #expect((800...3500).contains(accepted))
    }
}
