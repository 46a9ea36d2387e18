import AditClients
import HostileCatalogs
import Testing

/// GIVEN catalogs with texts that end a comment, a literal or a tag somewhere WHEN clients are written THEN the texts change nothing but
/// what names, literals and comments say.
struct HostileCatalogTests {
    /// What means something in one of the languages.
    static let fragments = [
        "*/", "/*", "//", "#", "\"\"\"", "'''", "\"", "'", "`", "\\", "\n", "\r", "\r\n", "\u{2028}", "\u{2029}",
        "\u{85}", "\u{b}", "\u{c}",
        "\u{1f}", "\u{7f}", "\u{feff}", "\u{202e}", "\u{2066}", "{", "}", "(", ")", ";", "${", "$", "\\(", "\\u{", "#{",
        "%s", "<", ">", "&",
        "@", ",", "[", "]", ":", "=", "injected()", "import os", "-", "_", " ", "\t", "0", "é", "e\u{301}", "日本", "😀",
        "class", "\u{200d}",
    ]

    @Test(arguments: Language.allCases)
    func `no text of a catalog becomes code`(_ language: Language) throws {
        let plain = try skeleton(language) { place, number in place == .doc ? "Plain." : "b - \(number)" }
        #expect(plain.faults == [])
        for seed in 1...60 as ClosedRange<UInt64> {
            var random = SplitMix(state: seed)
            var texts: [String: String] = [:]
            let hostile = try skeleton(language) { place, number in
                let key = "\(place)\(number)"
                let text = texts[key] ?? HostileCatalogTests.text(place, number, for: language, &random)
                texts[key] = text
                return text
            }
            #expect(hostile.faults == [], "seed \(seed)")
            if hostile.tokens != plain.tokens {
                let place = zip(hostile.tokens, plain.tokens).enumerated().first { $1.0 != $1.1 }?.offset ?? 0
                Issue.record(
                    "seed \(seed): \(hostile.tokens[max(0, place - 9)...].prefix(20).joined()) at token \(place)")
            }
        }
    }

    @Test(arguments: Language.allCases)
    func `names do not become alike by what they end with`(_ language: Language) throws {
        let plain = try skeleton(language) { place, number in place == .doc ? "Plain." : "b - \(number)" }
        let hostile = try skeleton(language) { place, number in
            HostileCatalog.text(place == .name ? "}\u{3}${x-1" : "x", at: place, number)
        }
        #expect(hostile.faults == [])
        #expect(hostile.tokens == plain.tokens)
    }

    /// Bug: a client imported what the catalog's texts speak of. Go compiles no such client.
    @Test(arguments: Language.allCases)
    func `a client imports only what its code uses`(_ language: Language) throws {
        let names = """
            java.util.Map Map List CompletableFuture<> BTreeMap<> context.Context fmt.State adit.Core typed.Table aio \
            Sequence
            """
        let plain = try skeleton(language) { place, number in place == .doc ? "Plain." : "b - \(number)" }
        for place in [.value, .doc] as [HostileCatalog.Place] {
            let named = try skeleton(language) { other, number in
                if other == place { return HostileCatalog.text(names, at: place, number) }
                return other == .doc ? "Plain." : "b - \(number)"
            }
            #expect(named.faults == [])
            #expect(named.tokens == plain.tokens, "\(place)")
        }
    }

    private func skeleton(_ language: Language, _ text: (HostileCatalog.Place, Int) -> String) throws -> SourceSkeleton
    {
        let model = try ClientModel(catalog: HostileCatalog.catalog(text))
        let source = language.source(of: model, package: nil)
        for scalar in source.unicodeScalars
        where scalar.properties.generalCategory == .control && !["\n", "\t"].contains(scalar) {
            Issue.record("\(language): the character \(scalar.value) is in the source as it stands")
        }
        return SourceSkeleton(source, of: language)
    }

    private static func text(
        _ place: HostileCatalog.Place, _ number: Int, for language: Language, _ random: inout SplitMix
    ) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            text += fragments[Int.random(in: 0..<fragments.count, using: &random)]
        }
        return HostileCatalog.text(text, at: place, number)
    }
}

/// Random numbers by their seed (Steele, Lea and Flood 2014).
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return mixed ^ mixed >> 31
    }
}
