import Adit
import AditSQLite
import Glibc
import Testing

/// What is no store of the app, and cannot be one, is refused and stays as it is, with all that is beside it.
@Suite struct RefusalTests {
    let folder = Folder()

    /// Opens the file, reads all of it, and says what was refused; and what it left of the directory.
    func refusal(_ path: String? = nil, app: String = "todo", schemaVersion: Int = 1) -> String? {
        let before = folder.contents
        let failure = failure {
            let storage = try SQLiteStorage.open(path ?? folder.store, app: app, schemaVersion: schemaVersion)
            defer { storage.close() }
            _ = try storage.state()
        }
        #expect(folder.contents == before)
        return failure.map { "\($0.kind) \($0)".replacing(folder.path, with: "") }
    }

    func makeStore(_ count: Int = 0, schemaVersion: Int = 1) throws {
        let storage = try SQLiteStorage.open(folder.store, app: "todo", schemaVersion: schemaVersion)
        try storage.write { sink in
            try sink.declare("/items")
            for number in 0..<count {
                try sink.insert(
                    "{\"text\":\"\(String(repeating: "x", count: 200))\"}", "\(number)", in: "/items",
                    after: number == 0 ? nil : "\(number - 1)")
            }
        }
        storage.close()
    }

    @Test func aTextIsNoStore() {
        write(
            Array(
                "Dear diary, this is no database. It is longer than one hundred bytes, which is what a header has, so there."
                    .utf8), to: folder.store)
        #expect(refusal() == "schema /todo.store is no store of Adit's: it is no SQLite database")
    }

    @Test func anEmptyFileIsNoStore() {
        write([], to: folder.store)
        #expect(refusal() == "schema /todo.store is no store of Adit's: it is empty")
    }

    @Test func aDirectoryIsNoStore() {
        mkdir(folder.store, 0o700)
        #expect(refusal() == "schema /todo.store is no store of Adit's: it is a directory")
    }

    @Test func aPipeIsNoStore() {
        mkfifo(folder.store, 0o600)
        let failure = failure { _ = try SQLiteStorage.open(folder.store, app: "todo") }
        #expect(failure?.description == "\(folder.store) is no store of Adit's: it is no regular file")
    }

    @Test(arguments: ["DELETE", "WAL"])
    func aDatabaseOfSomethingElseIsNoStore(mode: String) {
        let shell = makeDatabase("PRAGMA journal_mode = \(mode); CREATE TABLE meta (key, value)")
        shell.close()
        #expect(
            refusal()
                == "schema /todo.store is no store of Adit's: it is a database of something else: it has no application_id, not \(0x4164_6974)"
        )
    }

    @Test func aDatabaseWithAnotherIDIsNoStore() {
        makeDatabase("PRAGMA application_id = 7; CREATE TABLE meta (key, value)").close()
        #expect(
            refusal()
                == "schema /todo.store is no store of Adit's: it is a database of something else: it has the application_id 7, not \(0x4164_6974)"
        )
    }

    private func makeDatabase(_ sql: String) -> Shell {
        write([], to: folder.store)
        let shell = Shell(folder.store)
        #expect(shell.run(sql))
        return shell
    }

    @Test func anotherAppIsRefused() throws {
        try makeStore()
        #expect(
            refusal(app: "counter")
                == "schema /todo.store has the state of the app \"todo\"; that of \"counter\" is expected")
    }

    @Test func aNewerVersionIsRefused() throws {
        try makeStore(schemaVersion: 3)
        #expect(
            refusal(schemaVersion: 2)
                == "schema /todo.store has a state of version 3, written by a newer \"todo\"; this one knows versions up to 2"
        )
    }

    @Test func aNewerFormatIsRefused() throws {
        try makeStore()
        Shell(folder.store).run("UPDATE meta SET value = 3 WHERE key = 'format'")
        #expect(refusal() == "schema /todo.store has the format 3, of a newer Adit; this one knows 2")
    }

    @Test func aVersionWithoutAWayIsRefused() throws {
        try makeStore()
        #expect(
            refusal(schemaVersion: 3)
                == "schema /todo.store has a state of version 1, which cannot be migrated to version 3: there is no migration from version 1"
        )
    }

    @Test func anotherAppWithAWALIsRefused() throws {
        // GIVEN: a file whose last transactions are beside it, as after a kill
        try makeStore()
        let shell = Shell(folder.store)
        shell.run("PRAGMA journal_mode = WAL; INSERT INTO member VALUES ('/x', '1')")
        let copies = folder.contents
        shell.close()
        for (name, bytes) in copies where !name.hasSuffix("-shm") { write(bytes, to: folder / name) }
        #expect(folder.names == ["todo.store", "todo.store-wal"])
        let before = folder.contents

        // WHEN
        let failure = failure { _ = try SQLiteStorage.open(folder.store, app: "counter") }

        // THEN
        #expect(failure?.kind == .schema)
        #expect(folder.contents.filter { !$0.key.hasSuffix("-shm") } == before)
    }

    @Test(arguments: [1, 50, 99, 100, 4095, 4096, 20000])
    func aPartOfAStoreIsDamaged(count: Int) throws {
        try makeStore(300)
        let bytes = try #require(read(folder.store))
        #expect(truncate(folder.store, count) == 0)
        let expected = count < 100 ? 100 : bytes.count
        let found = count == 1 ? "1 byte" : "\(count) bytes"
        #expect(refusal() == "failed /todo.store is damaged: it has \(found); \(expected) are expected")
    }

    @Test func everyPageOfGarbageIsDamageOrIsNotInTheState() throws {
        // GIVEN
        try makeStore(300)
        let bytes = try #require(read(folder.store))
        let state = try SQLiteStorage.open(folder.store, app: "todo").state()
        var damaged = 0
        for page in 0..<bytes.count / 4096 {
            // WHEN
            var garbled = bytes
            let start = page * 4096 + (page == 0 ? 100 : 0)
            for index in start..<(page + 1) * 4096 { garbled[index] = UInt8(truncatingIfNeeded: index &* 131 &+ 7) }
            write(garbled, to: folder.store)
            for name in folder.names where name != "todo.store" { unlink(folder / name) }
            var read: StoredState?
            let failure = failure {
                let storage = try SQLiteStorage.open(folder.store, app: "todo")
                defer { storage.close() }
                read = try storage.state()
            }

            // THEN
            if let failure {
                damaged += 1
                #expect(failure.kind == .failed)
                #expect(failure.description.hasPrefix("\(folder.store) is damaged: "))
            } else {
                #expect(read == state)
            }
            #expect(AditSQLiteTests.read(folder.store) == garbled)
        }
        #expect(damaged > 10)
    }

    @Test(arguments: [(2, "1 row"), (3, "2 rows")])
    func anElementThatIsNotInTheIndexIsDamage(count: Int, found: String) throws {
        // GIVEN
        try makeStore(count)
        let shell = Shell(folder.store)
        shell.run(
            """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET sql = 'CREATE TABLE "/items" (place INTEGER PRIMARY KEY, id TEXT NOT NULL, sum INTEGER NOT NULL, value TEXT NOT NULL)' WHERE name = '/items';
            CREATE TEMP TABLE kept AS SELECT * FROM sqlite_schema WHERE tbl_name = '/items' AND type = 'index';
            """)
        let index = shell.rows("SELECT rootpage FROM sqlite_schema WHERE tbl_name = '/items' AND type = 'index'")
        #expect(index.count == 1)
        shell.run("DELETE FROM sqlite_schema WHERE tbl_name = '/items' AND type = 'index'")
        shell.close()
        let second = Shell(folder.store)
        second.run("DELETE FROM \"/items\" WHERE id = '1'")
        second.run(
            """
            PRAGMA writable_schema = ON;
            INSERT INTO sqlite_schema VALUES ('index', 'sqlite_autoindex_/items_1', '/items', \(index[0]), NULL);
            UPDATE sqlite_schema SET sql = 'CREATE TABLE "/items" (place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, sum INTEGER NOT NULL, value TEXT NOT NULL)' WHERE name = '/items';
            """)
        second.close()

        // WHEN, THEN
        #expect(refusal() == "failed /todo.store is damaged: \"/items\" has \(found), and its index \(count)")
    }

    @Test func aMissingDirectoryIsNotMade() {
        #expect(
            refusal(folder / "missing/todo.store")
                == "failed /missing/todo.store could not be created: its directory could not be opened: No such file or directory"
        )
    }

    @Test(arguments: ["", "/", ".", "..", "/tmp/", "a\0b"])
    func whatNamesNoFileIsRefused(path: String) {
        #expect(failure { _ = try SQLiteStorage.open(path, app: "todo") } != nil)
    }

    @Test func aLinkToNothingIsRefused() {
        symlink("nothing", folder.store)
        #expect(
            refusal() == "failed /todo.store could not be opened: it is a symbolic link to a file that is not there")
    }

    @Test func aLinkToSomethingElseIsRefused() {
        write(Array("no store".utf8), to: folder / "other")
        symlink("other", folder.store)
        #expect(refusal() == "schema /other is no store of Adit's: it is no SQLite database")
    }

    @Test func whatIsInTheWayOfANewFileIsKept() {
        write(Array("somebody else's".utf8), to: folder.store + "-new")
        #expect(
            refusal()
                == "failed /todo.store could not be created: /todo.store-new, which is made first, exists and was not made by Adit"
        )
    }

    @Test func aPartOfAFileThatIsGoneIsKept() throws {
        // GIVEN
        write(Array("what was committed last".utf8), to: folder.store + "-wal")

        // WHEN, THEN
        #expect(
            refusal()
                == """
                failed /todo.store could not be created: /todo.store-wal is there, which has a part of what a file at that path \
                held; put that file back, or move this one away
                """)
    }
}
