import Adit
import AditJSON
import AditSQLite
import AditState
import Testing

/// Files that an older Adit has written, without checksums.
@Suite struct FormatTests {
    let folder = Folder()

    struct Rejection: Error {}

    /// A closed store of the first format, and what is in it.
    func makeStore() throws -> StoredState {
        let storage = try SQLiteStorage.open(folder.store, app: "todo")
        try storage.write("a\n") { sink in
            try sink.put("1", of: "/count")
            try sink.declare("/items")
            for number in 0..<300 {
                try sink.insert(
                    "{\"n\":\(number)}", "\(number)", in: "/items", after: number == 0 ? nil : "\(number - 1)")
            }
        }
        try storage.write("b\n") { try $0.put("2", of: "/count") }
        let state = try storage.state()
        storage.close()
        try #require(makeFirstFormat(folder.store, tables: "/items"))
        return state
    }

    @Test func aFileOfTheFirstFormatGetsChecksums() throws {
        // GIVEN
        let state = try makeStore()
        #expect(try SQLiteStorage.check(folder.store, app: "todo") == .fine)

        // WHEN
        let storage = try SQLiteStorage.open(folder.store, app: "todo")

        // THEN
        #expect(storage.head == StorageHead(revision: 2, opens: 1))
        #expect(try storage.state() == state)
        #expect(try storage.entries() == ["b\n", "a\n"])
        try storage.write("c\n") { sink in
            try sink.replace("{\"n\":-1}", "7", in: "/items")
            try sink.move("8", in: "/items", after: "20")
            try sink.remove("9", in: "/items")
            try sink.put("3", of: "/count")
        }
        let changed = try storage.state()
        storage.close()
        let again = try SQLiteStorage.open(folder.store, app: "todo")
        #expect(try again.state() == changed)
        #expect(try again.entries() == ["c\n", "b\n", "a\n"])
        again.close()
        Shell(folder.store).run("UPDATE \"/items\" SET value = '{\"n\":0}' WHERE id = '1'")
        #expect(
            failure { _ = try SQLiteStorage.open(folder.store, app: "todo").state() }
                == StorageFailure(
                    .failed, "\(folder.store) is damaged: the element \"1\" of \"/items\" is not as it was written"))
    }

    @Test func aFileOfTheFirstFormatIsMigrated() throws {
        // GIVEN
        _ = try makeStore()
        let renaming = StorageMigration(from: 1) { try $0.rename("/items", to: "/things") }
        let verdict = try SQLiteStorage.check(folder.store, app: "todo", schemaVersion: 2, migrations: [renaming])
        #expect(verdict == .needsMigration(from: 1, to: 2))

        // WHEN
        let storage = try SQLiteStorage.open(folder.store, app: "todo", schemaVersion: 2, migrations: [renaming])

        // THEN
        #expect(try storage.state().tables["/things"]?.count == 300)
        storage.close()
        let again = try SQLiteStorage.open(folder.store, app: "todo", schemaVersion: 2)
        #expect(try again.state().tables["/things"]?.count == 300)
        #expect(again.head?.revision == 2)
    }

    @Test func aFileOfTheFirstFormatThatIsRefusedStaysAsItWas() throws {
        // GIVEN
        _ = try makeStore()
        let before = folder.contents

        // WHEN
        let failure = failure { _ = try SQLiteStorage.open(folder.store, app: "todo") { _ in throw Rejection() } }

        // THEN
        #expect(failure?.kind == .failed)
        #expect(folder.contents == before)
    }
}
