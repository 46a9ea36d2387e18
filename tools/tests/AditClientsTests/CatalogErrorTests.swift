import AditClients
import Testing

/// GIVEN a text that is no catalog WHEN it is read THEN the error says what was found and what is expected.
struct CatalogErrorTests {
    private func error(_ text: String) -> String? {
        do throws(CatalogError) {
            _ = try ClientModel(catalog: text)
            return nil
        } catch { return error.text }
    }

    @Test func `a text that is not JSON`() {
        #expect(error("{")?.hasPrefix("found no JSON at byte 1: ") == true)
    }

    @Test func `a document that is not a catalog`() {
        #expect(
            error("{}")
                == "found no title, hash and $defs; the catalog of an app is expected, as adit catalog --json LIBRARY APP prints it"
        )
    }

    @Test func `a catalog of an older version`() {
        #expect(
            error(Fixture.catalog.replacing(#""@config":"#, with: #""@old":"#))
                == #"$defs: found no "@config"; a catalog of this version of Adit has one"#)
    }

    @Test func `a reference that leads nowhere`() {
        #expect(
            error(
                Fixture.catalog.replacing(##"{"$ref":"#/$defs/LampState"}"##, with: ##"{"$ref":"#/$defs/Lamp%20X"}"##))
                == "#/$defs/Lamp%20X: found no such type in $defs")
    }

    @Test func `an app with messages of unknown types`() {
        let start = #"{"title":"a","hash":"b","$defs":{"@toCore":{"anyOf":[]}}}"#
        #expect(
            error(start) == "$defs/@toCore: the types of the app's messages are unknown; an app of @Message has them")
    }

    /// What is said of the fixture with another definition of its type `Color`.
    private func error(ofColor schema: String) -> String? {
        let color =
            ##""Color":{"description":"A colour.","type":"string","oneOf":[{"const":"red","description":"Warm."},{"const":"class"}]}"##
        #expect(Fixture.catalog.contains(color))
        return error(Fixture.catalog.replacing(color, with: #""Color":"# + schema))
    }

    @Test func `references that lead to each other`() {
        #expect(
            error(ofColor: ##"{"$ref":"#/$defs/Hue"},"Hue":{"type":"array","items":{"$ref":"#/$defs/Color"}}"##)
                == "the type Color: found references that lead back to it; a schema of its own is expected")
        #expect(
            error(ofColor: ##"{"$ref":"#/$defs/Color"}"##)
                == "the type Color: found references that lead back to it; a schema of its own is expected")
    }

    @Test func `a reference with characters beyond ASCII, as they stand and escaped`() throws {
        let model = Fixture.catalog
            .replacing(##""#/$defs/LampState""##, with: ##""#/$defs/Lämp%C3%A4~1State%zz""##)
            .replacing(##""LampState":"##, with: ##""Lämpä/State%zz":"##)
        #expect(error(model) == nil)
        #expect(
            error(Fixture.catalog.replacing(##""#/$defs/LampState""##, with: ##""#/$defs/Lämp""##))
                == "#/$defs/Lämp: found no such type in $defs")
        #expect(
            error(Fixture.catalog.replacing(##""#/$defs/LampState""##, with: ##""https://LampState""##))
                == "https://LampState: found no such type in $defs")
    }

    @Test func `a catalog that nests too deep`() {
        let deep =
            String(repeating: #"{"type":"array","items":"#, count: 120) + "{}" + String(repeating: "}", count: 120)
        #expect(
            error(ofColor: deep)?.hasSuffix(": nested deeper than 100 levels; the catalog of an app is expected")
                == true)
    }

    @Test func `a catalog that is too long`() {
        let long = #"{"type":"string","description":""# + String(repeating: "x", count: 1 << 24) + #""}"#
        #expect(error(ofColor: long)?.hasSuffix(" bytes; a catalog of at most 16777216 is expected") == true)
    }

    @Test func `a key that is too long for a name`() {
        let key = String(repeating: "k", count: 501)
        #expect(
            error(ofColor: #"{"type":"object","properties":{""# + key + #"":{"type":"boolean"}}}"#)
                == "$defs/Color/properties: found a key of 501 bytes, \"\(key.prefix(40))\"...; one of at most 500 is expected"
        )
    }

    @Test func `keys that are the same text to Swift`() {
        #expect(
            error(
                ofColor: #"{"type":"object","properties":{"\u00e9":{"type":"boolean"},"e\u0301":{"type":"boolean"}}}"#)
                == "$defs/Color/properties: found the key \"e\u{301}\" in two spellings of Unicode; one is expected")
    }

    @Test func `an enum of values that are no texts and no integers`() {
        let expected = "texts, or integers, each once, are expected"
        #expect(
            error(ofColor: #"{"enum":["a",{"b":"${injected()}"}]}"#)
                == #"Color: found the value {"b":"${injected()}"}; "# + expected)
        #expect(error(ofColor: #"{"enum":[1,1.5]}"#) == "Color: found the value 1.5; " + expected)
        #expect(error(ofColor: #"{"enum":["a","a"]}"#) == #"Color: found the value "a"; "# + expected)
        #expect(error(ofColor: #"{"enum":[]}"#) == "Color: found no values; " + expected)
        #expect(error(ofColor: #"{"oneOf":[{"type":"string"}]}"#) == "Color: found the value null; " + expected)
    }

    @Test func `a constant that is no text and no truth value`() {
        #expect(
            error(ofColor: #"{"const":{"a":1}}"#)
                == #"Color: found the constant {"a":1}; a text or a truth value is expected"#)
    }

    @Test func `forms that JSON does not tell apart`() {
        #expect(
            error(ofColor: #"{"anyOf":[{"type":"string"},{"type":"string","format":"uuid"}]}"#)
                == "the type Color: found two forms of the kind string; each kind of JSON is expected once")
        #expect(
            error(ofColor: #"{"anyOf":[{"type":"null"}]}"#) == "the type Color: found no form but null; one is expected"
        )
    }

    @Test func `a name without a letter, and none at all`() {
        let names =
            #"{"type":"string","enum":["a"]},"":{"type":"boolean"},"...":{"type":"boolean"},"a@":{"type":"boolean"}"#
        #expect(error(ofColor: names) == nil)
    }

    @Test func `an error is one line, whatever the catalog says`() {
        let reference = ##""#/$defs/a\u001b[2J\nadit-generate: all is well\u202e""##
        #expect(
            error(Fixture.catalog.replacing(##""#/$defs/LampState""##, with: reference))
                == "#/$defs/a\u{fffd}[2J adit-generate: all is well\u{fffd}: found no such type in $defs")
    }

    @Test func `as many types, members and cases of one name as there are`() throws {
        // The names of all keys are the same word: each gets a number, and none is longer for it.
        let keys = (0..<1000).map {
            "\"\(String(repeating: "ä", count: 1 + $0 % 200))\(String(repeating: "ö", count: $0 / 200))\""
        }
        let members = keys.map { $0 + #":{"type":"boolean"}"# }.joined(separator: ",")
        let types = keys.map { $0 + ##":{"type":"object","properties":{"a":{"$ref":"#/$defs/Color"}}}"## }.joined(
            separator: ",")
        let catalog = Fixture.catalog.replacing(
            #""Color":{"#, with: types + #","Many":{"type":"object","properties":{"# + members + #"}},"Color":{"#
        ).replacing(##""import":{"$ref":"#/$defs/Color"}"##, with: ##""import":{"$ref":"#/$defs/Many"}"##)
        let text = Language.python.source(of: try ClientModel(catalog: catalog), package: nil)
        let hasLast = text.contains("    value999: bool | None = None\n")
        #expect(hasLast)
        #expect(text.utf8.count < 3_000_000)
    }
}
