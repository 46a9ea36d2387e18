import AditLibrary
import Testing

@testable import AditProgram

@Suite struct CatalogSummaryTests {
    // Bug: the escapes of a JSON Pointer stayed in the name.
    @Test func aReferenceIsUnescaped() {
        #expect(SchemaType(["$ref": "#/$defs/a~1b~0c%2Bd%7E1"]).reference == "a/b~c+d/")
        #expect(SchemaType(["$ref": "#/other"]).reference == nil)
    }
}
