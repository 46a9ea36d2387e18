// SPDX-License-Identifier: Apache-2.0
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
                == "found no title, hash and $defs; the catalog of an app is expected, as adit-catalog --json LIBRARY APP prints it"
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
}
