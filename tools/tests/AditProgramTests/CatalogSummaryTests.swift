import AditLibrary
import Testing

@testable import AditProgram

@Suite struct CatalogSummaryTests {
    // Bug: of two types whose names Swift takes for the same text, what the second refers to was left out.
    @Test func typesAreToldApartByTheBytesOfTheirNames() throws {
        let (composed, decomposed) = ("Caf\u{E9}", "Cafe\u{301}")
        func member(_ key: String, _ type: String) -> String { ##""\##(key)":{"$ref":"#/$defs/\##(type)"}"## }
        func type(_ name: String, _ member: String) -> String { #""\#(name)":{"properties":{\#(member)}}"# }
        let catalog = try JSONValue(
            parsing: #"""
                {"$defs":{"@state":{"properties":{\#(member("a", composed)),\#(member("b", decomposed))}},
                \#(type(composed, member("c", "First"))),\#(type(decomposed, member("d", "Second"))),
                \#(type("First", #""e":{"type":"string"}"#)),\#(type("Second", #""f":{"type":"string"}"#))}}
                """#)
        var summary = CatalogSummary(catalog, width: nil)
        let text = summary.text
        #expect(text.contains("\n  First\n") && text.contains("\n  Second\n"), "\(text)")
    }

    // Bug: the escapes of a JSON Pointer stayed in the name.
    @Test func aReferenceIsUnescaped() {
        #expect(SchemaType(["$ref": "#/$defs/a~1b~0c%2Bd%7E1"]).reference == "a/b~c+d/")
        #expect(SchemaType(["$ref": "#/other"]).reference == nil)
    }
}
