@testable import AditJSON
import TestSupport
import Testing

/// Documents are read as ``JSONDocument`` reads them, whoever has parsed them.
@Suite struct BorrowedDocumentTests {
    /// GIVEN a text with more values than a tape that is used again has room for THEN it is read as others are, up to a
    /// limit.
    @Test func `many values`() throws {
        func list(_ count: Int, end: String = "]") -> [UInt8] {
            Array(("[" + (1..<count).map { $0 % 3 == 0 ? "[]" : "\($0)" }.joined(separator: ",") + end).utf8)
        }
        func failure(_ text: [UInt8], values: Int) -> JSONSyntaxError? {
            text.withUnsafeBytes { bytes in
                do throws(JSONSyntaxError) {
                    _ = try BorrowedDocument(parsing: bytes, depth: 8, values: values)
                    return JSONSyntaxError?.none
                } catch {
                    return error
                }
            }
        }
        for count in [10, 4096, 4097, 100_000] {
            #expect(failure(list(count), values: count) == nil)
            #expect(failure(list(count), values: count - 1)?.kind == .size)
            #expect(failure(list(count, end: "}"), values: count)?.kind == .syntax)
        }
        #expect(
            failure(list(5000), values: 4999)?.text
                == "the text has more than 4999 values; limits.values allows no more")
        list(100_000).withUnsafeBytes { bytes in
            let equal = try? BorrowedDocument(parsing: bytes, depth: 8).withRoot { root in
                (try? JSONDocument(parsing: bytes, depth: 8))?.withRoot { JSON($0) == JSON(root) }
            }
            #expect(equal == true)
        }
    }

    /// GIVEN a large text that a tape leaves to jansson THEN jansson is asked where its tree has a bound, and not
    /// elsewhere.
    @Test func `many values that are wrong somewhere`() {
        let text = Array(("[" + String(repeating: "{},", count: 1_000_000) + "x").utf8)
        text.withUnsafeBytes { bytes in
            do throws(JSONSyntaxError) {
                _ = try BorrowedDocument(parsing: bytes, depth: 8)
                Issue.record("it was read")
            } catch {
                #expect(error.kind == .size)
            }
        }
    }

    @Test(arguments: [
        (#"{"@id":7,"a":[1,{"b":2}],"@with":{"x":{}}}"#, #"{"a":[1,{"b":2}]}"#),
        (#"{"a":{"@id":1},"@id":[[1],2],"b":"","@":null,"c":0.5}"#, #"{"a":{"@id":1},"b":"","c":0.5}"#),
        (#"{"a":1}"#, #"{"a":1}"#), (#"{"@id":{"a":[]}}"#, "{}"), ("{}", "{}"),
        (#"{"@1":1,"@2":[2],"@3":{"a":3},"z":[{}]}"#, #"{"z":[{}]}"#),
    ])
    func `members are taken out`(text: String, rest: String) throws {
        // The name of what is taken out may be escaped; a large number leaves the text to jansson.
        func withLarge(_ text: String) -> String {
            text.dropLast() + (text == "{}" ? "" : ",") + #""n":1000000000000000000}"#
        }
        let escaped = text.replacing("@", with: #"\u0040"#)
        for (text, rest) in [(text, rest), (escaped, rest), (withLarge(text), withLarge(rest))] {
            try Array(text.utf8).withUnsafeBytes { bytes in
                var document = try BorrowedDocument(parsing: bytes, depth: 8)
                document.removeMembers { $0.first == UInt8(ascii: "@") }
                document.withRoot { root in
                    #expect(JSON(root) == JSON(text: rest))
                    #expect(
                        root.count == JSON(text: rest).map { if case .object(let all) = $0 { all.count } else { -1 } })
                    #expect(root.isOnlyKey(without: UInt8(ascii: "@")) == (root.count == 1))
                    let writer = JSONWriter()
                    writer.write(root)
                    #expect(String(decoding: writer.bytes, as: UTF8.self) == rest)
                }
            }
        }
    }

    @Test(arguments: 0..<20)
    func `members are taken out of random texts`(seed: UInt64) throws {
        var texts = RandomJSON(random: SeededGenerator(seed: 700 + seed))
        for _ in 0..<200 {
            let members = (0..<5).map { key in "\"\(key % 2 == 0 ? "@" : "")\(key)\":\(texts.text(depth: 3))" }
            let text = "{\(members.joined(separator: ","))}"
            let bytes = Array(text.utf8)
            guard let whole = JSON(text: text), case .object(let members) = whole else { continue }
            try bytes.withUnsafeBytes { bytes in
                var document = try BorrowedDocument(parsing: bytes, depth: 2048)
                document.removeMembers { $0.first == UInt8(ascii: "@") }
                #expect(document.withRoot { JSON($0) } == .object(members.filter { !$0.key.hasPrefix("@") }))
            }
        }
    }

    @Test(arguments: ["{", #"{"a":1,"a":2}"#, "[1,]", "[[[[[]]]]]", "", "\u{0}", #"["\ud800"]"#])
    func `errors are jansson's`(text: String) {
        Array(text.utf8).withUnsafeBytes { bytes in
            func message<T: ~Copyable>(_ parse: () throws(JSONSyntaxError) -> T) -> String? {
                do {
                    _ = try parse()
                    return nil
                } catch { return "\(error)" }
            }
            let borrowed = message { () throws(JSONSyntaxError) in try BorrowedDocument(parsing: bytes, depth: 4) }
            let kept = message { () throws(JSONSyntaxError) in try JSONDocument(parsing: bytes, depth: 4) }
            #expect(borrowed == kept && kept != nil)
        }
    }
}
