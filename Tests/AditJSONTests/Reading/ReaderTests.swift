@testable import AditJSON
import Glibc
import TestSupport
import Testing

/// GIVEN a text WHEN types are read from it THEN it is read once, where it lies, and all of it is checked.
struct ReaderTests {
    @Test(arguments: [10, 4097, 100_000])
    func `a text has as many values as are allowed`(count: Int) throws {
        func failure(_ text: String, values: Int) -> JSONSyntaxError? {
            do { return try withJSON(text.utf8, depth: 8, values: values) { _ in nil } } catch {
                return error as? JSONSyntaxError
            }
        }
        let list = "[" + (1..<count).map { $0 % 3 == 0 ? "[]" : "\($0)" }.joined(separator: ",")
        #expect(failure(list + "]", values: count) == nil)
        #expect(failure(list + "}", values: count)?.kind == .syntax)
        let error = failure(list + "]", values: count - 1)
        #expect(error?.kind == .size)
        #expect(error?.text == "the text has more than \(count - 1) values; limits.values allows no more")
    }

    @Test func `what a decoder does not read is checked all the same`() {
        for text in ["[1,]", #"{"a":1,"a":2}"#, "[[[[[]]]]]", #"["\ud800"]"#, "{} x"] {
            #expect(throws: JSONSyntaxError.self) { try withJSON(text, depth: 4) { _ in } }
            #expect(throws: JSONSyntaxError.self) { try withJSON(text, depth: 4) { $0.isNull } }
            #expect(throws: JSONSyntaxError.self) { try withJSON(text, depth: 4) { try? Int(reading: $0) } }
        }
    }

    @Test func `a value can be read again, and in parts`() throws {
        try withJSON(#"{"a":["x\n",{"b":1.5}],"c":null}"#) { reader in
            for _ in 0..<3 {
                #expect(reader["a"]?[0]?.string == "x\n")
                #expect(reader["a"]?[1]?["b"]?.number == 1.5)
                #expect(reader["c"]?.isNull == true)
                #expect(reader.count == 2)
            }
            #expect(JSON(reader) == JSON(text: #"{"a":["x\n",{"b":1.5}],"c":null}"#))
        }
    }

    @Test func `a failure that is caught does not end the reading`() throws {
        struct Lenient: WireCodable {
            let value: Rich?
            init(reading reader: JSONReader) { value = try? Rich(reading: reader) }
            func write(to _: JSONWriter) {}
            static func schema(in _: SchemaDefinitions) -> Schema { .any }
        }
        let read = try decoded([String: [Lenient]].self, from: #"{"a":[{"x":[1,2]},7,{"title":[]}],"b":[{}]}"#)
        #expect(read["a"]?.count == 3 && read["b"]?.count == 1)
        #expect(throws: JSONSyntaxError.self) { try decoded([Lenient].self, from: #"[{"x":1,"x":2}]"#) }
        #expect(throws: JSONSyntaxError.self) { try decoded([Lenient].self, from: #"[{"x":1,]"#) }
    }

    @Test func `nothing is read behind the end of a page`() throws {
        let page = Int(getpagesize())
        let memory = try #require(mmap(nil, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
        try #require(memory != MAP_FAILED)
        defer { munmap(memory, 2 * page) }
        try #require(mprotect(memory + page, page, PROT_NONE) == 0)
        let text = Array(
            #"{"todo":[-1.5e3,true,null,"Mi\u00e9lk é\n",{"text of more than eight bytes":"漢字😀"},123456789012]}"#.utf8)
        for count in 1...text.count {
            let start = memory + page - count
            start.copyMemory(from: Array(text[..<count]), byteCount: count)
            let part = UnsafeRawBufferPointer(start: start, count: count)
            let isRead = (try? JSONReader.read(part, depth: 64) { JSON($0) }) != nil
            #expect(isRead == (count == text.count))
        }
    }

    @Test func `an object of a million members`() throws {
        let members = (0..<1_000_000).map { "\"\($0)\":\($0)" }.joined(separator: ",")
        #expect(try decoded([String: Int].self, from: "{\(members)}").count == 1_000_000)
        #expect(throws: JSONSyntaxError.self) { try decoded([String: Int].self, from: "{\(members),\"7\":0}") }
        #expect(throws: JSONSyntaxError.self) { try withJSON("{\(members),\"7\":0}") { _ in } }
    }
}
