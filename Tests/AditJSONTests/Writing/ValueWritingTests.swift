import AditJSON
import TestSupport
import Testing

/// GIVEN a parsed text WHEN its value is written THEN it is the same value, keys in their order, without spaces.
struct ValueWritingTests {
    @Test(arguments: [
        ("{}", "{}"), ("[]", "[]"), (#"{ "b" : 1 , "a" : [ ] }"#, #"{"b":1,"a":[]}"#),
        ("[1,1.0,-0.0,1e2]", "[1,1.0,-0.0,100.0]"),
        (#"[true,false,null,"a\u0000\n\u00e9"]"#, #"[true,false,null,"a\u0000\né"]"#),
        (#"{"":{"\"":[[{}]]}}"#, #"{"":{"\"":[[{}]]}}"#),
        ("[9223372036854775807,-9223372036854775808]", "[9223372036854775807,-9223372036854775808]"),
    ])
    func `it is written as it was`(text: String, wire: String) throws {
        let writer = JSONWriter()
        try withJSON(text) { writer.write($0) }
        #expect(writer.text == wire)
    }

    @Test func `any value reads back as itself`() throws {
        var random = SeededGenerator(seed: 12)
        for _ in 0..<20 {
            let text = try written(Rich.random(using: &random))
            let writer = JSONWriter()
            try withJSON(text) { writer.write($0) }
            #expect(writer.text == text)
        }
    }
}
