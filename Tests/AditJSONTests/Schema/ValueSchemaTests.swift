import AditJSON
import TestSupport
import Testing

/// GIVEN a type that is no object WHEN its schema is rendered THEN it is that of what is read as such a value.
struct ValueSchemaTests {
    private func schema<T: WireCodable>(of type: T.Type) -> String { rendered(T.schema(in: SchemaDefinitions())) }

    @Test func `numbers have the bounds of their type`() {
        #expect(schema(of: UInt8.self) == #"{"type":"integer","minimum":0,"maximum":255}"#)
        #expect(schema(of: Int16.self) == #"{"type":"integer","minimum":-32768,"maximum":32767}"#)
        #expect(schema(of: UInt32.self) == #"{"type":"integer","minimum":0,"maximum":4294967295}"#)
        #expect(
            schema(of: Int.self)
                == #"{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807}"#)
        #expect(schema(of: Double.self) == #"{"type":"number"}"#)
        #expect(
            schema(of: Float.self)
                == #"{"type":"number","exclusiveMinimum":-3.4028235677973366e38,"#
                + #""exclusiveMaximum":3.4028235677973366e38}"#)
    }

    @Test func `a Float's bounds are the first numbers that are infinite as one`() throws {
        let bound = 3.4028235677973366e38
        for sign in [1.0, -1.0] {
            try withJSON("[\(sign * bound.nextDown),\(sign * bound)]") { root in
                let within = try #require(root[0])
                let beyond = try #require(root[1])
                #expect(try Float(reading: within) == Float(sign) * .greatestFiniteMagnitude)
                #expect(throws: CodingFailure.self) { try Float(reading: beyond) }
            }
        }
    }

    @Test func `truth values and strings`() {
        #expect(schema(of: Bool.self) == #"{"type":"boolean"}"#)
        #expect(schema(of: String.self) == #"{"type":"string"}"#)
        #expect(rendered(.constant(false)) == #"{"const":false}"#)
        #expect(rendered(.text(maxLength: 255)) == #"{"type":"string","maxLength":255}"#)
        #expect(rendered(.text(pattern: #"^\d"#)) == #"{"type":"string","pattern":"^\\d"}"#)
    }

    @Test func `texts of a form have a format and a pattern`() {
        #expect(
            schema(of: UUID.self)
                == #"{"type":"string","format":"uuid","#
                + #""pattern":"^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}(?![\\s\\S])","#
                + #""minLength":36,"maxLength":36}"#)
        #expect(
            schema(of: Timestamp.self)
                == #"{"type":"string","format":"date-time","#
                + #""pattern":"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[Tt]([01][0-9]|2[0-3]):[0-5][0-9]"#
                + #":[0-5][0-9]([.][0-9]{1,9})?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])(?![\\s\\S])"}"#)
        #expect(
            schema(of: CalendarDay.self)
                == #"{"type":"string","format":"date","#
                + #""pattern":"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])(?![\\s\\S])"}"#)
    }

    @Test func `a choice of texts says what each means, where that is known`() {
        let plain: [Schema.Choice] = [.init("light"), .init("dark")]
        #expect(rendered(.texts(plain)) == #"{"type":"string","enum":["light","dark"]}"#)
        #expect(
            rendered(.texts([.init("light", "By \"day\"."), .init("dark")]))
                == #"{"type":"string","oneOf":[{"const":"light","description":"By \"day\"."},{"const":"dark"}]}"#)
        #expect(rendered(.texts([.init("only")])) == #"{"type":"string","const":"only"}"#)
        #expect(rendered(.integers([1, -2])) == #"{"type":"integer","enum":[1,-2]}"#)
    }

    @Test func `an optional is the value or null`() {
        #expect(schema(of: Bool?.self) == #"{"anyOf":[{"type":"boolean"},{"type":"null"}]}"#)
        #expect(schema(of: Bool??.self) == schema(of: Bool?.self))
        #expect(rendered(.optional(.any)) == "{}")
    }

    @Test func `arrays and dictionaries say what they are of`() {
        #expect(schema(of: [Bool].self) == #"{"type":"array","items":{"type":"boolean"}}"#)
        #expect(
            schema(of: [[Bool?]].self)
                == #"{"type":"array","items":{"type":"array","items":{"anyOf":[{"type":"boolean"},{"type":"null"}]}}}"#)
        #expect(
            schema(of: [String: Bool].self)
                == #"{"type":"object","propertyNames":{"pattern":"^[^\\u0000]*(?![\\s\\S])"},"#
                + #""additionalProperties":{"type":"boolean"}}"#)
        #expect(
            rendered(.dictionary(keys: "^a", .any))
                == #"{"type":"object","propertyNames":{"pattern":"^a"},"additionalProperties":true}"#)
    }

    @Test func `anything is true, and what there is to say of it stands first`() {
        #expect(rendered(.any) == "true")
        #expect(rendered(.any, doc: "Whatever.") == #"{"description":"Whatever."}"#)
        #expect(rendered(.boolean, doc: "So?") == #"{"description":"So?","type":"boolean"}"#)
        #expect(rendered(.anyOf([.boolean, .any])) == #"{"anyOf":[{"type":"boolean"},true]}"#)
    }
}
