import Adit
import AditSQLite
import Testing

@Suite struct WritingTests {
    let folder = Folder()

    func open() throws -> SQLiteStorage { try SQLiteStorage.open(folder.store, app: "todo") }

    @Test func whatWasWrittenIsThereAfterReopening() throws {
        // GIVEN
        let storage = try open()
        #expect(storage.head == nil)

        // WHEN
        try storage.write(StorageHead(revision: 3, opens: 1), entries: "a\n") { sink in
            try sink.put("7", of: "/count")
            try sink.declare("/items")
            try sink.insert("{\"text\":\"Milk\"}", "B", in: "/items", after: nil)
            try sink.insert("{\"text\":\"Bread\"}", "A", in: "/items", after: "B")
        }
        storage.close()

        // THEN
        let again = try open()
        #expect(again.head == StorageHead(revision: 3, opens: 1))
        #expect(
            try again.state()
                == StoredState(
                    members: ["/count": "7"],
                    tables: [
                        "/items": [
                            .init(id: "B", value: "{\"text\":\"Milk\"}"), .init(id: "A", value: "{\"text\":\"Bread\"}"),
                        ]
                    ]))
        #expect(try again.entries() == ["a\n"])
    }

    @Test func aWriteThatThrowsLeavesNothing() throws {
        // GIVEN
        let storage = try open()
        try storage.write("a\n") { sink in
            try sink.declare("/items")
            try sink.insert("1", "A", in: "/items", after: nil)
        }
        let before = try storage.state()

        // WHEN
        struct Refusal: Error {}
        #expect(throws: Refusal.self) {
            try storage.write("b\n") { sink in
                try sink.declare("/tags")
                try sink.insert("2", "B", in: "/items", after: "A")
                try sink.insert("2", "T", in: "/tags", after: nil)
                throw Refusal()
            }
        }

        // THEN
        #expect(try storage.state() == before)
        #expect(storage.head?.revision == 1)
        #expect(try storage.entries() == ["a\n"])
        try storage.write { sink in
            try sink.insert("3", "C", in: "/items", after: "A")
            try sink.declare("/tags")
        }
        #expect(
            try storage.state().tables == [
                "/items": [.init(id: "A", value: "1"), .init(id: "C", value: "3")], "/tags": [],
            ])
    }
}
