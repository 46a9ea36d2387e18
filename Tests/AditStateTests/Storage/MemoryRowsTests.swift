import AditJSON
import AditState
import Testing

/// GIVEN rows in memory WHEN names are equal strings with different bytes THEN they are different rows, as in a file.
struct MemoryRowsTests {
    @Test func `records whose names have the same letters in another spelling`() throws {
        let names = ["@timer/\u{E9}", "@timer/e\u{301}"]
        let storage = MemoryStorage()
        let head = StorageHead(revision: 1, opens: 1)
        func texts() throws -> [String: String] {
            var texts: [String: String] = [:]
            try storage.readMembers { name, text in texts[Array(name.utf8).description] = text.string }
            return texts
        }
        func key(_ index: Int) -> String { Array(names[index].utf8).description }
        try storage.write(head, entries: { .empty }) { sink in
            for (number, name) in names.enumerated() {
                try Array("\(number)".utf8).withUnsafeBytes { try sink.put(RowText($0), of: name) }
            }
        }
        #expect(try texts() == [key(0): "0", key(1): "1"])
        try storage.write(head, entries: { .empty }) { try $0.remove(names[0]) }
        #expect(try texts() == [key(1): "1"])
        try storage.write(head, entries: { .empty }) { try $0.remove(names[1]) }
        #expect(try texts().isEmpty)
    }
}
