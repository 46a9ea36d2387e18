import AditJSON
import Testing

/// GIVEN an object's keys or an enum's cases WHEN the schema is rendered THEN nothing else may be there.
struct ObjectSchemaTests {
    @Test func `a key that must be there is required`() {
        #expect(
            rendered(.members([.init("text", "What to do.", .string), .init("done", "", .boolean)]))
                == #"{"type":"object","properties":{"text":{"description":"What to do.","type":"string"},"#
                + #""done":{"type":"boolean"}},"required":["text","done"],"additionalProperties":false}"#)
        #expect(rendered(.members([])) == #"{"type":"object","properties":{},"additionalProperties":false}"#)
    }

    @Test func `a key that may be absent may be null too, as null is read as absent`() {
        let members: [Schema.Member] = [
            .init("due", "When.", .optional(.boolean)), .init("n", "", hasDefault: true, .boolean),
        ]
        #expect(
            rendered(.members(members))
                == #"{"type":"object","properties":{"#
                + #""due":{"description":"When.","anyOf":[{"type":"boolean"},{"type":"null"}]},"#
                + #""n":{"anyOf":[{"type":"boolean"},{"type":"null"}]}},"additionalProperties":false}"#)
    }

    @Test func `a key that must be there is not null, whatever else it is`() {
        #expect(
            rendered(.members([.init("any", "Whatever.", .any)]))
                == #"{"type":"object","properties":{"any":{"description":"Whatever.","not":{"type":"null"}}},"#
                + #""required":["any"],"additionalProperties":false}"#)
        #expect(
            rendered(.members([.init("form", "", .anyOf([.boolean, .any]))]))
                == #"{"type":"object","properties":{"form":{"not":{"type":"null"},"anyOf":[{"type":"boolean"},true]}},"#
                + #""required":["form"],"additionalProperties":false}"#)
    }

    @Test func `an enum is an object with one of its cases`() {
        let cases: [Schema.Case] = [
            .init("add", "Puts it in.", .labelled([.init("item", "What.", .reference("Item"))])),
            .init("rename", "", .value(.string)),
            .init("due", "", .value(.optional(.boolean))),
            .init("count", "", .value(.boolean, hasDefault: true)),
            .init("stop", "Ends it.", .none),
        ]
        #expect(
            rendered(.cases(cases), doc: "What can be done.")
                == #"{"description":"What can be done.","type":"object","properties":{"#
                + #""add":{"description":"Puts it in.","type":"object","properties":{"#
                + ##""item":{"description":"What.","$ref":"#/$defs/Item"}},"required":["item"],"##
                + #""additionalProperties":false},"#
                + #""rename":{"type":"string"},"#
                + #""due":{"anyOf":[{"type":"boolean"},{"type":"null"}]},"#
                + #""count":{"anyOf":[{"type":"boolean"},{"type":"null"}]},"#
                + #""stop":{"description":"Ends it.","type":"object","properties":{},"additionalProperties":false}},"#
                + #""minProperties":1,"maxProperties":1,"additionalProperties":false}"#)
    }

    @Test func `messages have one case, and beside it what may stand there`() {
        let writer = JSONWriter()
        writer.write(
            cases: [.init("a", "", .none), .init("b", "", .value(.string))], others: [],
            beside: [.init("@id", "Which.", .string)], doc: "All.")
        #expect(
            writer.text
                == #"{"description":"All.","type":"object","properties":{"#
                + #""a":{"type":"object","properties":{},"additionalProperties":false},"b":{"type":"string"},"#
                + #""@id":{"description":"Which.","type":"string"}},"#
                + #""oneOf":[{"required":["a"]},{"required":["b"]}],"additionalProperties":false}"#)
    }

    @Test func `what stands beside some messages only is not allowed beside the others`() {
        let writer = JSONWriter()
        writer.write(
            cases: [.init("a", "", .none)], others: [.init("@get", "", .none)], beside: [.init("@id", "", .string)],
            more: [.init("@with", "", .boolean)])
        #expect(
            writer.text
                == #"{"type":"object","properties":{"#
                + #""a":{"type":"object","properties":{},"additionalProperties":false},"#
                + #""@get":{"type":"object","properties":{},"additionalProperties":false},"#
                + #""@id":{"type":"string"},"@with":{"type":"boolean"}},"#
                + #""oneOf":[{"required":["a"]},{"required":["@get"]}],"#
                + #""dependentSchemas":{"@with":{"oneOf":[{"required":["a"]}]}},"additionalProperties":false}"#)
    }
}
