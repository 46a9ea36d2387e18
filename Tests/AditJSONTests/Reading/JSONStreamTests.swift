import AditJSON
import Testing

/// GIVEN a text that is read through a window WHEN it is gone through THEN each value is found, however long the window
/// is, and what is no JSON is refused where it is.
struct JSONStreamTests {
    private static let values = [
        "1", "-0.5e+3", "true", "null", #""""#, #""plain""#, #""a\"b\\""#, #""\u00e4\ud83d\ude00""#, #""ä😀""#, "[]",
        "{}",
        #"[1, [2, "]"], {"}": "{\""}]"#, #"{"a": {"b": [ ]}, "c\\": "\\"}"#, "[\n]",
    ]

    @Test(arguments: 1...40)
    func `finds every element of an array`(_ window: Int) throws {
        let text = " [ " + Self.values.joined(separator: " ,\r\n\t") + " ]\n"
        let stream = stream(text, window)
        try stream.expect(UInt8(ascii: "["), "an array")
        var found: [String] = []
        while try stream.nextElement(isFirst: found.isEmpty) {
            found.append(try stream.readValue { text, _ in String(decoding: text, as: UTF8.self) })
        }
        try stream.checkEnd()
        #expect(found == Self.values)
        #expect(stream.offset == text.utf8.count)
    }

    @Test(arguments: 1...40)
    func `finds every member of an object, and passes over values`(_ window: Int) throws {
        let keys = ["", "plain", #"a\"b"#, #"\u00e4"#, "ä😀", #"\\"#]
        let text = "{" + keys.map { #""\#($0)" : [{"x":"}"},1] "# }.joined(separator: ",") + "}"
        let stream = stream(text, window)
        try stream.expect(UInt8(ascii: "{"), "an object")
        var found: [String] = []
        while let key = try stream.nextKey(isFirst: found.isEmpty) {
            found.append(key)
            try stream.skipValue()
        }
        try stream.checkEnd()
        #expect(found == ["", "plain", "a\"b", "ä", "ä😀", "\\"])
    }

    @Test
    func `begins where it is told to`() throws {
        let stream = JSONStream(at: 6, window: 4, depth: 9, source(#"{"a": "text"}"#))
        #expect(try stream.string() == "text")
        #expect(stream.offset == 12)
    }

    @Test(arguments: [
        ("", "found the end of the text; a value is expected", 0),
        ("\u{FEFF}1", "found a byte order mark; a value is expected", 0),
        (" }", "found '}'; a value is expected", 1),
        ("\u{1}", "found the byte 1; a value is expected", 0),
        ("truth", "found 'truth'; a value is expected", 0),
        (#"{"a":1,"a":2}"#, "found a key a second time, \"a\"; one is expected", 7),
        ("[1,]", "found ']'; a value is expected", 3),
        ("[1}", "found '}'; a comma or the end of the array is expected", 2),
        ("[[[[1]]]]", "nested deeper than 3 levels", 3),
        ("[1", "found the end of the text; a comma or the end of the array is expected", 2),
        (#""ab"#, "found the end of the text in a string; all of it is expected", 3),
        (#""ab\"#, "found the end of the text in a string; all of it is expected", 4),
    ])
    func `refuses what is no value`(_ text: String, _ reason: String, _ offset: Int) throws {
        for window in [1, 2, 100] {
            let stream = stream(text, window)
            let error = #expect(throws: JSONSyntaxError.self) { try stream.readValue { _, _ in } }
            #expect(error?.text == reason)
            #expect(error?.offset == offset)
        }
    }

    @Test(arguments: [
        ("[1 2]", "found '2'; a comma or the end of the array is expected", 3),
        ("[1", "found the end of the text; a comma or the end of the array is expected", 2),
        (#"["a\u0000"]"#, "found a NUL in a text; a string without one is expected", 1),
        ("[5]", "found '5'; a string is expected", 1),
        (#"["a"]]"#, "found ']'; the end of the text is expected", 5),
    ])
    func `refuses what is no array of strings`(_ text: String, _ reason: String, _ offset: Int) throws {
        let stream = stream(text, 1)
        try stream.expect(UInt8(ascii: "["), "an array")
        let error = #expect(throws: JSONSyntaxError.self) {
            var isFirst = true
            while try stream.nextElement(isFirst: isFirst) {
                isFirst = false
                if text.hasPrefix("[1") { try stream.skipValue() } else { _ = try stream.string() }
            }
            try stream.checkEnd()
        }
        #expect(error?.text == reason)
        #expect(error?.offset == offset)
    }

    @Test
    func `refuses text that is not UTF-8`() throws {
        let bytes: [UInt8] = [0x22, 0xC3, 0x28, 0x22]
        let stream = JSONStream(window: 1, depth: 9) { offset, memory in
            guard offset < bytes.count else { return 0 }
            memory[0] = bytes[offset]
            return 1
        }
        #expect(throws: JSONSyntaxError.self) { try stream.string() }
    }

    @Test
    func `passes on what its source throws`() {
        struct Failure: Error {}
        let stream = JSONStream(depth: 9) { _, _ in throw Failure() }
        #expect(throws: Failure.self) { try stream.peek() }
    }

    private func stream(_ text: String, _ window: Int) -> JSONStream {
        JSONStream(window: window, depth: 3, source(text))
    }

    private func source(_ text: String) -> JSONStream.Source {
        let bytes = Array(text.utf8)
        return { offset, memory in
            let count = min(memory.count, bytes.count - offset)
            memory.copyBytes(from: bytes[offset..<offset + count])
            return count
        }
    }
}
