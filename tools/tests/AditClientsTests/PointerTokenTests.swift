import Testing

@testable import AditClients

@Suite struct PointerTokenTests {
    @Test(arguments: [("a/b~c", "a~1b~0c"), ("~1", "~01"), ("", ""), ("\u{E9}/", "\u{E9}~1")])
    func keysAreEscaped(key: String, token: String) {
        #expect(PointerToken.token(ofKey: key) == token)
        #expect(PointerToken.key(ofToken: token) == key)
    }

    @Test func aTildeThatEscapesNothingStays() {
        #expect(PointerToken.key(ofToken: "a~2~") == "a~2~")
    }

    @Test(arguments: [
        ("#/$defs/a~1b~0c%2Bd", "a/b~c+d"), ("#/$defs/a%7E1b", "a/b"), ("#/$defs/%zz%+5%", "%zz%+5%"), ("#/$defs/", ""),
    ])
    func aReferenceLeadsToADefinition(reference: String, name: String) {
        #expect(PointerToken.definition(of: reference) == name)
    }

    @Test func anotherReferenceLeadsToNone() {
        #expect(PointerToken.definition(of: "#/properties/a") == nil)
    }
}
