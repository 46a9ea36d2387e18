import Adit
import AditJSON
import Testing

struct EffectIDTests {
    @Test(arguments: ["e1-1", "e12-0", "t3-405", "e1-999999999999999999"])
    func anIDIsReadAndWrittenAsItStands(_ text: String) throws {
        // WHEN
        let id = try #require(EffectID(text))
        // THEN
        #expect("\(id)" == text)
        let written = JSONWriter()
        id.write(to: written)
        #expect(written.text == "\"\(text)\"")
    }

    @Test(
        arguments: [
            "", "e", "e-", "e1", "e1-", "e-1", "1-1", "x1-1", "é1-1", "e01-1", "e1-01", "e+1-1", "e1-+1", "e1--1",
            "e1-1-1",
            "e1-1 ", " e1-1", "e1-1\u{301}", "e1-1000000000000000000", "e99999999999999999999-1",
        ])
    func anotherSpellingIsNoID(_ text: String) { #expect(EffectID(text) == nil) }

    @Test func idsAreInTheOrderOfTheirRequests() {
        // GIVEN
        let texts = ["e2-1", "e1-10", "e10-1", "e1-9"]
        // WHEN
        let ids = texts.compactMap(EffectID.init).sorted()
        // THEN
        #expect(ids.map(\.description) == ["e1-9", "e1-10", "e2-1", "e10-1"])
    }
}
