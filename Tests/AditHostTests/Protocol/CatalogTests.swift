import Adit
import AditJSON
import Testing
@testable import AditHost

/// GIVEN an app's description WHEN its catalog is made THEN it is one document of all that travels.
struct CatalogTests {
    @Test func `the document has the app's cases and Adit's own in both directions, the state and the gateways`() {
        let catalog = Catalog(of: lampApp())
        #expect(catalog.text == lampDocument(hash: catalog.hash, config: config))
    }

    @Test func `the document has the config, without references to other types`() {
        #expect(
            config.contains(
                #""clock":{"description":"The core's clock.","anyOf":[{"type":"string","enum":["real","virtual"]}"#))
        #expect(config.contains(#""expects":{"description":"The hash of the catalog that the host was built with"#))
        #expect(!config.contains("$ref"))
    }

    private var config: String {
        let writer = JSONWriter()
        writer.write(ControlSchemas.config, doc: "The config, which a host passes when it opens a core.")
        return writer.text
    }

    private func document(replies: Replies, reply: Schema?) -> String {
        let shop = AppDescription.Gateway(name: "shop", replies: replies, request: .string, reply: reply)
        return Catalog(
            of: AppDescription(
                name: "a", version: "1", message: .cases([]), state: .any, views: [], gateways: [shop],
                definitions: SchemaDefinitions())
        ).text
    }

    @Test func `of a gateway that answers, the reply is told, and an effect says that one is expected`() {
        let text = document(replies: .one, reply: .boolean)
        #expect(text.contains(#""reply":{"description":"The reply.","type":"boolean"}},"#))
        #expect(text.contains(#""required":["request","reply"]"#))
        #expect(text.contains(#""required":["id","gateway","request"]"#))
        #expect(text.contains(#""shop":{"description":"Its reply, or an object with the one key error."}"#))
    }

    @Test func `of a source, an item is told, and an effect says that many are expected`() {
        let text = document(replies: .many, reply: .boolean)
        #expect(text.contains(#""reply":{"description":"The reply.","type":"boolean"}},"#))
        #expect(
            text.contains(
                #""reply":{"description":"Any number of answers is expected.","type":"string","const":"many"}"#))
        #expect(text.contains(#""required":["id","gateway","request","reply"]"#))
        #expect(text.contains(#""shop":{"description":"All its items, or an object with the one key error."}"#))
    }

    @Test func `what a store keeps of durable effects is told, with messages that do not travel`() {
        let definitions = SchemaDefinitions()
        let cases = [
            Schema.Case("open", "", .none, mark: .marked(.incoming)),
            Schema.Case("isDue", "It is due.", .none, mark: .marked(.internal)),
        ]
        let text = Catalog(
            of: AppDescription(
                name: "a", version: "1", message: .cases(cases), state: .any, views: [], gateways: [],
                durable: .init(
                    timers: .cases(cases), requests: [Schema.Member("shop", "", hasDefault: true, .string)]),
                definitions: definitions)
        ).text
        let start = text.firstRange(of: ##","@durable":"##), end = text.firstRange(of: ##","@config":"##)
        guard let start, let end else { return #expect(Bool(false), "found no @durable: \(text)") }
        let durable = text[start.upperBound..<end.lowerBound]
        #expect(durable.contains(##""timers":{"##))
        #expect(durable.contains(##""isDue":{"description":"It is due.""##))
        #expect(durable.contains(##""requests":{"description":"The requests, by gateway.""##))
        #expect(!durable.contains("required\":[\"timers"))
        #expect(!text[..<start.lowerBound].contains("isDue"))
    }

    @Test func `without gateways there are no effects, and no answers instead`() {
        let text = Catalog(
            of: AppDescription(
                name: "a", version: "1", message: .cases([]), state: .any, views: [], gateways: [],
                definitions: SchemaDefinitions())
        ).text
        #expect(!text.contains(##""@effect":"##))
        // That of the host is there all the same.
        #expect(text.ranges(of: ##""@cancel":"##).count == 1)
        #expect(text.contains(#"{"type":"object","properties":{},"additionalProperties":false}"#))
    }

    @Test func `of plain Codable messages nothing is known but whose keys are whose`() throws {
        let app = AppDescription(
            name: "a/ü", version: "1", message: nil, state: nil, views: [], gateways: [],
            definitions: SchemaDefinitions())
        let text = Catalog(of: app).text
        #expect(text.contains(#""$id":"adit:a%2f%c3%bc","title":"a/ü""#))
        #expect(text.contains(#""@state":{"description":"The app's state; @get reads a part of it."}"#))
        for direction in ["may send", "receives"] {
            let doc = "The messages that a host \(direction)."
            #expect(text.contains(#"{"description":"\#(doc)","anyOf":[{"type":"object","#))
        }
        #expect(text.contains(#""patternProperties":{"^(?!@)":true},"additionalProperties":false}]}"#))
    }

    @Test func `the hash is of the text without it, and another one wherever the text is`() {
        let catalog = Catalog(of: lampApp())
        let bare = catalog.text.replacing(#","hash":"\#(catalog.hash)""#, with: "")
        #expect(bare.utf8.count == catalog.text.utf8.count - 26)
        var hash: UInt64 = 14_695_981_039_346_656_037
        for byte in bare.utf8 { hash = (hash ^ UInt64(byte)) &* 1_099_511_628_211 }
        #expect(UInt64(catalog.hash, radix: 16) == hash)
        #expect(catalog.hash.utf8.count == 16)
        #expect(Catalog(of: lampApp()).hash == catalog.hash)
        let others = [lampApp(version: "1.3"), lampApp(doc: "Makes it glow.")].map { Catalog(of: $0).hash }
        #expect(Set(others + [catalog.hash]).count == 3)
    }

    @Test func `a list has each app's version and hash`() {
        let catalog = Catalog(of: lampApp())
        #expect(Catalog.list([]) == "{}")
        #expect(Catalog.list([catalog]) == #"{"lamp":{"version":"1.2","hash":"\#(catalog.hash)"}}"#)
    }
}
