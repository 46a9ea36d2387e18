import Adit
import AditJSON
import Testing

@testable import AditC

enum House {
    enum Lamp {}
    enum Colour {}
}

/// An app with a lamp, and a gateway for whoever sells bulbs.
private func lampApp(version: String = "1.2", doc: String = "Makes it shine.") -> AppDescription {
    let definitions = SchemaDefinitions()
    let colour = definitions.define(House.Colour.self, "What it shines in.") { .texts([.init("red"), .init("green")]) }
    let message = definitions.define(House.Lamp.self, "A lamp.") {
        .cases([.init("on", doc, .labelled([.init("colour", "", hasDefault: true, colour)])), .init("off", "", .none)])
    }
    return AppDescription(
        name: "lamp", version: version, message: message, state: .members([.init("isOn", "", .boolean)]),
        gateways: [("shop", .cases([.init("order", "", .none)]), nil)], definitions: definitions)
}

/// GIVEN an app's description WHEN its catalog is made THEN it is one document of all that travels.
struct CatalogTests {
    /// A text in one line.
    private func joined(_ text: String) -> String { text.split(separator: "\n").joined() }

    @Test func `the document has the app's cases and Adit's own in both directions, the state and the gateways`() {
        let catalog = Catalog(of: lampApp())
        #expect(
            catalog.text
                == joined(
                    ##"""
                    {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"adit:lamp","title":"lamp",
                    "version":"1.2","hash":"\##(catalog.hash)","anyOf":[{"$ref":"#/$defs/@toCore"},{"$ref":"#/$defs/@toHost"}],"$defs":{
                    "@toCore":{"description":"What a host may send.","type":"object","properties":{
                    "on":{"description":"Makes it shine.","type":"object","properties":{
                    "colour":{"anyOf":[{"$ref":"#/$defs/House.Colour"},{"type":"null"}]}},"additionalProperties":false},
                    "off":{"type":"object","properties":{},"additionalProperties":false},
                    "@get":{"description":"Asks for a part of the state; @value answers.","type":"object","properties":{
                    "path":{"description":"A JSON Pointer (RFC 6901), such as /items; the whole state is the empty one.",
                    "type":"string","pattern":"^(/([^~/]|~[01])*)*(?![\\s\\S])"}},
                    "required":["path"],"additionalProperties":false},
                    "@close":{"description":"Closes in order: what was sent before is handled first.",
                    "type":"object","properties":{},"additionalProperties":false},
                    "@id":{"description":"Comes back beside everything that the message causes; a string has up to 255 bytes.",
                    "anyOf":[{"type":"string","maxLength":255},
                    {"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807}]}},
                    "oneOf":[{"required":["on"]},{"required":["off"]},{"required":["@get"]},{"required":["@close"]}],
                    "additionalProperties":false},
                    "@toHost":{"description":"What a host may hear.","type":"object","properties":{
                    "on":{"description":"Makes it shine.","type":"object","properties":{
                    "colour":{"anyOf":[{"$ref":"#/$defs/House.Colour"},{"type":"null"}]}},"additionalProperties":false},
                    "off":{"type":"object","properties":{},"additionalProperties":false},
                    "@value":{"description":"A part of the state.","type":"object","properties":{
                    "path":{"description":"A JSON Pointer (RFC 6901), such as /items; the whole state is the empty one.",
                    "type":"string","pattern":"^(/([^~/]|~[01])*)*(?![\\s\\S])"},
                    "revision":{"description":"How many messages have changed the state.",
                    "type":"integer","minimum":0,"maximum":9223372036854775807},
                    "value":{"description":"What is there; absent where the path leads nowhere."}},
                    "required":["path","revision"],"additionalProperties":false},
                    "@error":{"description":"A message failed in the core.","type":"object","properties":{
                    "code":{"description":"Why it failed.","type":"string","oneOf":[
                    {"const":"ehandler","description":"The app's code threw; the message left no trace in the state."},
                    {"const":"ecascade","description":"The message caused too many others."},
                    {"const":"eclosed","description":"The core closed before the message was handled."},
                    {"const":"emessage","description":"The message, or the part of the state, cannot be written as JSON."}]},
                    "message":{"description":"What went wrong.","type":"string"},
                    "path":{"description":"The cases of the message, with dots between.",
                    "anyOf":[{"type":"string"},{"type":"null"}]}},
                    "required":["code","message"],"additionalProperties":false},
                    "@closed":{"description":"The core has closed; this is its last message.",
                    "type":"object","properties":{},"additionalProperties":false},
                    "@effect":{"description":"Work for the host.","anyOf":[{"type":"object","properties":{
                    "id":{"description":"The name of this piece of work, never used twice.","type":"string"},
                    "gateway":{"description":"Which gateway is asked.","type":"string","const":"shop"},
                    "request":{"description":"What it is asked.","type":"object","properties":{
                    "order":{"type":"object","properties":{},"additionalProperties":false}},
                    "minProperties":1,"maxProperties":1,"additionalProperties":false},
                    "reply":{"description":"False: no answer is expected.","const":false}},
                    "required":["id","gateway","request","reply"],"additionalProperties":false}]},
                    "@id":{"description":"Comes back beside everything that the message causes; a string has up to 255 bytes.",
                    "anyOf":[{"type":"string","maxLength":255},
                    {"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807}]}},
                    "oneOf":[{"required":["on"]},{"required":["off"]},{"required":["@value"]},{"required":["@error"]},
                    {"required":["@closed"]},{"required":["@effect"]}],"additionalProperties":false},
                    "@state":{"description":"The app's state, of which @get asks for a part.","type":"object","properties":{
                    "isOn":{"type":"boolean"}},"required":["isOn"],"additionalProperties":false},
                    "@gateways":{"description":"What the app asks of a host that serves it.","type":"object","properties":{
                    "shop":{"type":"object","properties":{"request":{"description":"What it is asked.","type":"object",
                    "properties":{"order":{"type":"object","properties":{},"additionalProperties":false}},
                    "minProperties":1,"maxProperties":1,"additionalProperties":false}},
                    "required":["request"],"additionalProperties":false}},
                    "required":["shop"],"additionalProperties":false},
                    "House.Colour":{"description":"What it shines in.","type":"string","enum":["red","green"]},
                    "House.Lamp":{"description":"A lamp.","type":"object","properties":{
                    "on":{"description":"Makes it shine.","type":"object","properties":{
                    "colour":{"anyOf":[{"$ref":"#/$defs/House.Colour"},{"type":"null"}]}},"additionalProperties":false},
                    "off":{"type":"object","properties":{},"additionalProperties":false}},
                    "minProperties":1,"maxProperties":1,"additionalProperties":false}}}
                    """##))
    }

    @Test func `of a gateway that answers, the reply is told, and an effect may expect one`() throws {
        let app = AppDescription(
            name: "a", version: "1", message: .cases([]), state: .any, gateways: [("shop", .string, .boolean)],
            definitions: SchemaDefinitions())
        let text = Catalog(of: app).text
        #expect(text.contains(#""reply":{"description":"What it answers.","type":"boolean"}},"#))
        #expect(text.contains(#""required":["request","reply"]"#))
        #expect(text.contains(#""required":["id","gateway","request"]"#))
    }

    @Test func `without gateways there are no effects`() {
        let app = AppDescription(
            name: "a", version: "1", message: .cases([]), state: .any, gateways: [], definitions: SchemaDefinitions())
        #expect(!Catalog(of: app).text.contains("@effect"))
    }

    @Test func `of plain Codable messages nothing is known but whose keys are whose`() throws {
        let app = AppDescription(
            name: "a/ü", version: "1", message: nil, state: nil, gateways: [], definitions: SchemaDefinitions())
        let text = Catalog(of: app).text
        #expect(text.contains(#""$id":"adit:a%2f%c3%bc","title":"a/ü""#))
        #expect(text.contains(#""@state":{"description":"The app's state, of which @get asks for a part."}"#))
        for direction in ["send", "hear"] {
            #expect(text.contains(#"{"description":"What a host may \#(direction).","anyOf":[{"type":"object","#))
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
