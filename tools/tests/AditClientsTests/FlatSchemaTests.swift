import AditClients
@testable import Adit
@testable import AditJSON
import Testing

/// GIVEN a catalog WHEN its flat form is written THEN it says the same in other words.
struct FlatSchemaTests {
    private func definitions() throws -> JSON {
        try #require(member("$defs", of: document()))
    }

    private func document() throws -> JSON {
        var text = FlatSchema.document(of: try Fixture.model()).json
        return try #require(text.withUTF8 { JSON(UnsafeRawBufferPointer($0)) })
    }

    private func member(_ key: String, of value: JSON) -> JSON? {
        if case .object(let members) = value { members[key] } else { nil }
    }

    private func text(_ key: String, of value: JSON) throws -> String {
        let writer = JSONWriter()
        try #require(member(key, of: value)).write(to: writer)
        return writer.text
    }

    @Test func `an enum is a choice among objects with one key`() throws {
        #expect(
            try text("LampToCore", of: definitions()) == ##"{"oneOf":[{"$ref":"#/$defs/LampToCoreSetCase"},"##
                + ##"{"$ref":"#/$defs/LampToCoreOff"}],"title":"LampToCore","x-direction":"toCore"}"##)
        #expect(
            try text("LampToCoreSetCase", of: definitions()) == #"{"additionalProperties":false,"properties":"#
                + ##"{"set":{"$ref":"#/$defs/LampToCoreSet"}},"required":["set"],"title":"LampToCoreSetCase","type":"object","##
                + ##""x-direction":"toCore"}"##
        )
    }

    @Test func `a case without values is the one empty object`() throws {
        #expect(try text("LampToCoreOff", of: definitions()).contains(##""off":{"$ref":"#/$defs/AditEmpty"}"##))
    }

    @Test func `what may stand beside a message is in the object of its case`() throws {
        #expect(try text("MessageToCoreLamp", of: definitions()).contains(#""@group":{"type":"string"}"#))
        #expect(try !text("MessageToCoreStats", of: definitions()).contains("@group"))
    }

    @Test func `patterns have no look-ahead`() throws {
        #expect(try text("AditDay", of: definitions()).contains(#""pattern":"^[0-9]{4}$""#))
    }

    @Test func `a gateway says how many replies it expects`() throws {
        #expect(
            try text("x-gateways", of: document())
                == #"{"sensor":{"reply":{"maximum":255,"minimum":0,"type":"integer"},"#
                + ##""request":{"$ref":"#/$defs/Color"},"x-reply":"many"}}"##)
    }

    @Test func `the hash is that of the catalog`() throws {
        #expect(try text("x-hash", of: document()) == #""0123456789abcdef""#)
    }
}
