import Adit
import AditHost
import AditJSON
import Testing

@testable import AditCompatibility

/// GIVEN two catalogs WHEN they are compared THEN each difference is told once, with whom it breaks.
struct CatalogComparisonTests {
    /// An app with a message that is sent, one that is heard, and a state.
    private func catalog(
        sent: Schema = .members([.init("text", "", .string)]), heard: Schema = .members([.init("text", "", .string)]),
        state: Schema = .members([.init("count", "", .integer(0...100))]), more: [Schema.Case] = [],
        durable: AppDescription.Durable? = nil, version: Int = 1, migratesFrom: Int = 1
    ) throws -> JSON {
        let definitions = SchemaDefinitions()
        let cases = [
            Schema.Case("add", "", .value(sent), mark: .marked(.incoming)),
            Schema.Case("wasAdded", "", .value(heard), mark: .marked(.outgoing)),
        ]
        let app = AppDescription(
            name: "a", version: "1", message: .cases(cases + more), state: state, views: [], gateways: [],
            durable: durable, definitions: definitions, schemaVersion: version, migratesFrom: migratesFrom)
        return try parsed(Catalog(of: app).text)
    }

    private func parsed(_ text: String) throws -> JSON {
        var text = text
        return try #require(text.withUTF8 { JSON(UnsafeRawBufferPointer($0)) })
    }

    /// The differences, each with the parties that it breaks.
    private func differences(_ old: JSON, _ new: JSON) throws -> [String] {
        try CatalogComparison(from: old, to: new).differences.map { difference in
            "\(difference.line) [\(difference.breaks.names.joined(separator: ","))]"
        }
    }

    private func sent(_ old: Schema, _ new: Schema) throws -> [String] {
        try differences(catalog(sent: old), catalog(sent: new))
    }

    private func heard(_ old: Schema, _ new: Schema) throws -> [String] {
        try differences(catalog(heard: old), catalog(heard: new))
    }

    @Test func `the same catalog differs in nothing`() throws {
        #expect(try differences(catalog(), catalog()) == [])
    }

    @Test(arguments: [
        #"{"anyOf":[{"type":"string"},{}]}"#,
        #"{"anyOf":[{"anyOf":[{"type":"string"},{"type":"null"}]},{"type":"integer"}]}"#,
    ])
    func `a form of any JSON, or with null, reads itself`(_ state: String) throws {
        let catalog = try parsed(#"{"$defs":{"@state":\#(state)}}"#)
        #expect(try differences(catalog, catalog) == [])
    }

    /// A catalog with what a store keeps of durable effects.
    private func durable(_ timer: String?, _ request: Schema? = nil, version: Int = 1) throws -> JSON {
        try catalog(
            durable: AppDescription.Durable(
                timers: timer.map { .cases([Schema.Case($0, "", .none, mark: .marked(.internal))]) },
                requests: request.map { [Schema.Member("host", "", hasDefault: true, $0)] } ?? []),
            version: version)
    }

    @Test func `what a store keeps of durable effects is read by the next version`() throws {
        let store = "[store,recording]"
        let added = try differences(durable("wake"), durable("wake", .string))
        #expect(added == ["/@durable/requests: was absent, is an object with host or null []"])
        #expect(
            try differences(durable("wake"), durable("awake"))
                == [
                    "/@durable/timers/wake: was a case, is absent \(store)",
                    "/@durable/timers/awake: was absent, is a case []",
                ])
        #expect(
            try differences(durable(nil, .string), durable(nil, .boolean))
                == ["/@durable/requests/host: was a text, is a boolean \(store)"])
        #expect(try differences(durable("wake"), durable(nil, .string)).contains { $0.hasSuffix(store) })
        #expect(try differences(durable("wake"), catalog()) == ["/@durable: was there, is absent \(store)"])
        #expect(try differences(catalog(), durable("wake")) == [])
        // Migrations reach them.
        let migrated = try catalog(version: 2, migratesFrom: 1)
        #expect(try !differences(durable("wake"), migrated).contains { $0.contains("@durable") })
    }

    private let two = Schema.texts([.init("a"), .init("b")])
    private let three = Schema.texts([.init("a"), .init("b"), .init("c")])

    @Test func `a host may send what is still read`() throws {
        let at = "/@toCore/add"
        let all = "[host,recording]"
        let (ten, twenty) = ("an integer from 0 to 10", "an integer from 0 to 20")
        #expect(try sent(.integer(0...10), .integer(0...20)) == ["\(at): was \(ten), is \(twenty) []"])
        #expect(try sent(.integer(0...20), .integer(0...10)) == ["\(at): was \(twenty), is \(ten) \(all)"])
        #expect(try sent(.integer(0...20), .number) == ["\(at): was \(twenty), is a number []"])
        #expect(try sent(.string, .integer(0...20)) == ["\(at): was a text, is \(twenty) \(all)"])
        #expect(
            try sent(.string, .text(maxLength: 5)) == ["\(at): was a text, is a text of up to 5 characters \(all)"])
        #expect(
            try sent(.text(maxLength: 1), .integer(0...10))
                == ["\(at): was a text of up to 1 character, is \(ten) \(all)"])
        #expect(try sent(.uuid, .string) == ["\(at): was a uuid, is a text []"])
        #expect(try sent(.boolean, .any) == ["\(at): was a boolean, is any JSON []"])
        #expect(try sent(two, three) == ["\(at): was one of a, b, is one of a, b, c []"])
        #expect(try sent(three, two) == ["\(at): was one of a, b, c, is one of a, b \(all)"])
        #expect(try sent(.array(three), .array(two)) == ["\(at)/*: was one of a, b, c, is one of a, b \(all)"])
    }

    @Test func `a host may hear what it knows`() throws {
        let at = "/@toHost/wasAdded"
        let (ten, twenty) = ("an integer from 0 to 10", "an integer from 0 to 20")
        #expect(try heard(.integer(0...20), .integer(0...10)) == ["\(at): was \(twenty), is \(ten) []"])
        #expect(
            try heard(.integer(0...10), .integer(0...20)) == ["\(at): was \(ten), is \(twenty) [host,recording]"])
        #expect(try heard(two, three) == ["\(at): was one of a, b, is one of a, b, c [host,recording]"])
        #expect(try heard(three, two) == ["\(at): was one of a, b, c, is one of a, b []"])
    }

    private func members(_ more: Schema.Member...) -> Schema { .members([.init("text", "", .string)] + more) }

    @Test func `members that come and go`() throws {
        let due = Schema.Member("due", "", .timestamp)
        let maybe = Schema.Member("due", "", .optional(.timestamp))
        let (s, h, all) = ("/@toCore/add/due", "/@toHost/wasAdded/due", "[host,recording]")
        #expect(try sent(members(), members(due)) == ["\(s): was absent, is required: a date-time \(all)"])
        #expect(try sent(members(), members(maybe)) == ["\(s): was absent, is a date-time or null []"])
        #expect(try sent(members(maybe), members()) == ["\(s): was a date-time or null, is absent \(all)"])
        #expect(try sent(members(maybe), members(due)) == ["\(s): was optional, is required \(all)"])
        #expect(try sent(members(due), members(maybe)) == ["\(s): was required, is optional []"])
        #expect(try heard(members(), members(due)) == ["\(h): was absent, is required: a date-time []"])
        #expect(try heard(members(due), members()) == ["\(h): was a date-time, is absent \(all)"])
        #expect(try heard(members(maybe), members()) == ["\(h): was a date-time or null, is absent \(all)"])
        #expect(try heard(members(due), members(maybe)) == ["\(h): was required, is optional \(all)"])
        #expect(try heard(members(maybe), members(due)) == ["\(h): was optional, is required []"])
    }

    @Test func `a host relies on what the app always writes, and need not send it`() throws {
        let required = Schema.Member("due", "", .timestamp)
        let written = Schema.Member("due", "", hasDefault: true, isAlwaysWritten: true, .timestamp)
        let maybe = Schema.Member("due", "", hasDefault: true, .timestamp)
        let (s, h, all) = ("/@toCore/add/due", "/@toHost/wasAdded/due", "[host,recording]")
        #expect(try heard(members(required), members(written)) == [])
        #expect(try heard(members(written), members(required)) == [])
        #expect(try heard(members(written), members(maybe)) == ["\(h): was always written, is optional \(all)"])
        #expect(try heard(members(maybe), members(written)) == ["\(h): was optional, is always written []"])
        #expect(try sent(members(written), members(required)) == ["\(s): was optional, is required \(all)"])
        #expect(try sent(members(written), members(maybe)) == [])
    }

    @Test func `a form that a host hears has what the app always writes`() throws {
        func state(_ form: String) throws -> JSON {
            try parsed(#"{"$defs":{"@view":{"anyOf":[\#(form),{"type":"string"}]}}}"#)
        }
        let properties = #""type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false"#
        let (written, maybe) = (try state("{\(properties),\"x-written\":[\"a\"]}"), try state("{\(properties)}"))
        #expect(try CatalogComparison(from: written, to: maybe).broken == [.host])
        #expect(try CatalogComparison(from: maybe, to: written).broken == [])
    }

    @Test func `messages that come are ignored, and messages that go are missed`() throws {
        let heard = Schema.Case("wasLost", "", .none, mark: .marked(.outgoing))
        let sent = Schema.Case("lose", "", .none, mark: .marked(.incoming))
        #expect(
            try differences(catalog(), catalog(more: [heard, sent])) == [
                "/@toCore/lose: was absent, is a case []", "/@toHost/wasLost: was absent, is a case []",
            ])
        #expect(
            try differences(catalog(more: [heard, sent]), catalog()) == [
                "/@toCore/lose: was a case, is absent [host,recording]",
                "/@toHost/wasLost: was a case, is absent [host,recording]",
            ])
    }

    @Test func `a case inside a message is a value that a host has to know`() throws {
        func inside(_ names: String...) -> Schema {
            .members([.init("kind", "", .cases(names.map { .init($0, "", .none) }))])
        }
        let (s, h) = ("/@toCore/add/kind/b", "/@toHost/wasAdded/kind/b")
        #expect(try heard(inside("a"), inside("a", "b")) == ["\(h): was absent, is a case [host,recording]"])
        #expect(try heard(inside("a", "b"), inside("a")) == ["\(h): was a case, is absent []"])
        #expect(try sent(inside("a"), inside("a", "b")) == ["\(s): was absent, is a case []"])
        #expect(try sent(inside("a", "b"), inside("a")) == ["\(s): was a case, is absent [host,recording]"])
    }

    @Test func `a state is read by hosts, and kept by stores`() throws {
        let wide = Schema.members([.init("count", "", .integer(0...1000))])
        let (few, many) = ("an integer from 0 to 100", "an integer from 0 to 1000")
        #expect(try differences(catalog(), catalog(state: wide)) == ["/@state/count: was \(few), is \(many) [host]"])
        #expect(
            try differences(catalog(state: wide), catalog()) == [
                "/@state/count: was \(many), is \(few) [store,recording]"
            ])
        let more = Schema.members([.init("count", "", .integer(0...100)), .init("name", "", .string)])
        #expect(
            try differences(catalog(), catalog(state: more)) == [
                "/@state/name: was absent, is required: a text [store,recording]"
            ])
        // With a migration it is the app's business.
        #expect(
            try differences(catalog(), catalog(state: more, version: 2)) == [
                "/@state/name: was absent, is required: a text []",
                "/schemaVersion: was 1, is 2, with migrations from 1 on []",
            ])
        #expect(
            try differences(catalog(), catalog(version: 3, migratesFrom: 2)) == [
                "/schemaVersion: was 1, is 3, with migrations from 2 on [store,recording]"
            ])
        #expect(
            try differences(catalog(version: 3), catalog(version: 2)) == [
                "/schemaVersion: was 3, is 2, with migrations from 1 on [store,recording]"
            ])
    }

    @Test func `a part of a catalog is compared alone`() throws {
        let needed =
            #"{"$defs":{"@toHost":{"type":"object","properties":{"wasAdded":{"type":"object","properties":"#
            + #"{"text":{"type":"string"}},"required":["text"]}},"minProperties":1}}}"#
        #expect(try CatalogComparison(from: parsed(needed), to: catalog()).breaking(.host) == [])
        let other = try parsed(needed.replacing("string", with: "integer"))
        #expect(
            try CatalogComparison(from: other, to: catalog()).breaking(.host).map(\.line) == [
                "/@toHost/wasAdded/text: was an integer, is a text"
            ])
    }

    @Test func `types that contain themselves are compared once`() throws {
        func tree(_ leaf: String) throws -> JSON {
            try parsed(
                ##"{"$defs":{"@toCore":{"type":"object","properties":{"put":{"$ref":"#/$defs/Tree"}},"oneOf":"##
                    + ##"[{"required":["put"]}]},"Tree":{"type":"object","properties":{"leaf":{"type":"\##(leaf)"},"##
                    + ##""left":{"anyOf":[{"$ref":"#/$defs/Tree"},{"type":"null"}]}},"required":["leaf"]}}}"##)
        }
        #expect(
            try differences(tree("string"), tree("boolean")) == [
                "/@toCore/put/leaf: was a text, is a boolean [host,recording]"
            ])
    }

    @Test func `what is no catalog is refused`() {
        let error = #expect(throws: CodingFailure.self) {
            try CatalogComparison(from: .object(["a": .null]), to: .object([:]))
        }
        #expect(error?.description == "old: found no \"$defs\"; a catalog of adit_catalog is expected")
    }

    // MARK: Work

    /// A catalog whose state is the first of some definitions.
    @Test func `forms of the same members are told apart by the members that have one value`() throws {
        func state(_ reply: String) throws -> JSON {
            func form(_ gateway: String, _ more: String) -> String {
                #"{"type":"object","properties":{"gateway":{"const":"\#(gateway)"}\#(more)}}"#
            }
            let either = either(form("http", #","reply":\#(reply)"#), form("titles", ""))
            return try parsed(#"{"$defs":{"@state":\#(either)}}"#)
        }
        let no = #"{"const":false}"#
        let found = try differences(state(no), state(either(no, #"{"type":"null"}"#)))
        let titles = #"an object with gateway "titles""#
        let was = #"was an object with gateway "http", reply false or \#(titles)"#
        let present = #"is an object with gateway "http", reply false or null or \#(titles)"#
        #expect(found.count == 1)
        #expect(found.first?.contains("\(was), \(present)") == true)
    }

    private func definitions(_ definitions: [(String, String)]) throws -> JSON {
        let members = definitions.map { #""\#($0.0)":\#($0.1)"# }.joined(separator: ",")
        return try parsed(##"{"$defs":{"@state":{"$ref":"#/$defs/\##(definitions[0].0)"},\##(members)}}"##)
    }

    private func reference(_ name: String) -> String { ##"{"$ref":"#/$defs/\##(name)"}"## }

    private func either(_ schemas: String...) -> String { #"{"anyOf":[\#(schemas.joined(separator: ","))]}"# }

    /// Each definition refers twice to the next one: there are 2 to the power of `count` ways.
    private func doubling(_ count: Int, _ last: String) throws -> JSON {
        let steps = (0..<count).map { number in
            let next = reference("t\(number + 1)")
            return ("t\(number)", either(next, next))
        }
        return try definitions(steps + [("t\(count)", last)])
    }

    // 28 levels took hours; types were equal beyond 32.
    @Test(.timeLimit(.minutes(10)), arguments: [0, 28, 60], [0, 28, 60])
    func `definitions that refer to each other twice are compared once`(count: Int, other: Int) throws {
        let (text, bool) = (#"{"type":"string"}"#, #"{"type":"boolean"}"#)
        let (old, new) = (try doubling(count, text), try doubling(other, bool))
        #expect(try differences(old, doubling(other, text)) == [])
        #expect(try CatalogComparison(from: old, to: new).broken == [.host, .store, .recording])
        #expect(try CatalogComparison(from: new, to: old).broken == [.host, .store, .recording])
    }

    @Test func `types differ beyond any number of levels`() throws {
        func chain(_ last: String) throws -> JSON {
            let steps = (0..<100).map { ("t\($0)", either(reference("t\($0 + 1)"), #"{"type":"boolean"}"#)) }
            return try definitions(steps + [("t100", last)])
        }
        let (text, number) = (try chain(#"{"type":"string"}"#), try chain(#"{"type":"number"}"#))
        #expect(try differences(text, text) == [])
        #expect(try differences(text, number) == ["/@state: was t0, is t0 [host,store,recording]"])
    }

    @Test func `a reference through any number of definitions is followed`() throws {
        func chain(_ last: String) throws -> JSON {
            try definitions((0..<20).map { ("t\($0)", reference("t\($0 + 1)")) } + [("t20", last)])
        }
        #expect(
            try differences(chain(#"{"type":"string"}"#), chain(#"{"type":"number"}"#)).first?.contains(
                "was t0, is t0 [host") == true)
        // One that leads to itself says nothing.
        let circle = try definitions([("t0", reference("t1")), ("t1", reference("t0"))])
        #expect(try differences(circle, circle) == [])
    }

    @Test func `a type that contains itself is equal to itself, and to no other`() throws {
        func list(_ leaf: String, _ name: String) throws -> JSON {
            try definitions([
                (name, either(#"{"type":"array","items":\#(reference(name))}"#, leaf)),
                ("other", #"{"type":"string"}"#),
            ])
        }
        let (text, number) = (try list(#"{"type":"string"}"#, "a"), try list(#"{"type":"number"}"#, "b"))
        #expect(try differences(text, list(#"{"type":"string"}"#, "b")) == [])
        #expect(try !differences(text, number).isEmpty)
    }

    @Test func `catalogs that nest too deep are refused`() throws {
        let steps = (0..<1000).map { number in
            ("t\(number)", #"{"type":"array","items":\#(reference("t\(number + 1)"))}"#)
        }
        let deep = try definitions(steps + [("t1000", #"{"type":"string"}"#)])
        let error = #expect(throws: CodingFailure.self) { try CatalogComparison(from: deep, to: deep) }
        #expect(
            error.map { "\($0)" } == "the catalogs' types nest more than 400 levels; that many cannot be compared")
    }

    @Test(.timeLimit(.minutes(10)))
    func `catalogs that take too much work are refused`() throws {
        // Each form of the one is compared with each form of the other.
        func wide(_ bound: Int) throws -> JSON {
            let forms = (0..<2500).map { #"{"type":"integer","minimum":\#(-bound * 10_000 - $0)}"# }
            return try definitions([("t0", #"{"anyOf":[\#(forms.joined(separator: ","))]}"#)])
        }
        let error = #expect(throws: CodingFailure.self) { try CatalogComparison(from: wide(2), to: wide(1)) }
        #expect(
            error.map { "\($0)" }
                == "the catalogs take more than 2000000 steps to compare; fewer definitions that refer to each other are expected"
        )
    }

    @Test func `members are told apart by their bytes`() throws {
        func state(_ names: String...) throws -> JSON {
            let members = names.map { #""\#($0)":{"type":"string"}"# }.joined(separator: ",")
            return try definitions([("t0", #"{"type":"object","properties":{\#(members)}}"#)])
        }
        let (composed, decomposed) = ("\u{E9}", "e\u{301}")
        let found = try differences(state(composed, decomposed), state(decomposed))
        #expect(found.count == 1 && found[0].hasPrefix("/@state/\(composed): was a text, is absent"), "\(found)")
        #expect(try differences(state(composed, decomposed), state()).count == 2)
    }

    @Test func `what is not listed breaks as well`() throws {
        // A gateway that is gone breaks nothing, and a thousand of them come first.
        func gateways(_ count: Int, _ type: String) throws -> JSON {
            let names = (0..<count).map { #""g\#($0)":{}"# }.joined(separator: ",")
            return try parsed(
                #"{"$defs":{"@gateways":{"properties":{\#(names)}},"@state":{"type":"\#(type)"}}}"#)
        }
        let comparison = try CatalogComparison(from: gateways(1001, "string"), to: gateways(0, "boolean"))
        #expect(comparison.differences.count == 1000)
        #expect(comparison.omitted == 2 + 1)
        #expect(comparison.breaking(.host).isEmpty)
        #expect(comparison.broken.contains(.host))
    }
}
