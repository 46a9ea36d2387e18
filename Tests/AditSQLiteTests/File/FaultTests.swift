import Adit
@testable import AditSQLite
import Glibc
import Testing

/// What the system refuses is refused as a whole, and works once the cause is gone.
@Suite struct FaultTests {
    let folder = Folder()

    func open() throws -> SQLiteStorage { try SQLiteStorage.open(folder.store, app: "todo") }

    @Test(arguments: [0, 1, 2, 3, 5, 8, 13, 21, 34, 55])
    func aFullDiskRefusesABatch(pages: Int) throws {
        // GIVEN
        let storage = try open()
        try storage.write("a\n") { sink in
            try sink.declare("/items")
            try sink.insert("0", "a", in: "/items", after: nil)
        }
        let before = try storage.state()
        let used = try #require(Int(Shell(folder.store, readOnly: true).rows("PRAGMA page_count")[0]))
        let insert = { (sink: any RowSink) in
            try sink.declare("/tags")
            for number in 0..<2000 {
                try sink.insert(
                    String(repeating: "x", count: 200), "\(number)", in: "/items",
                    after: number == 0 ? "a" : "\(number - 1)")
            }
            try sink.insert("1", "t", in: "/tags", after: nil)
        }

        // WHEN
        try storage.database.execute("PRAGMA max_page_count = \(used + pages)")
        let failure = failure { try storage.write("b\n", insert) }

        // THEN
        #expect(failure == StorageFailure(.failed, "\(folder.store) could not be written: the disk is full"))
        #expect(try storage.state() == before)
        #expect(try storage.entries() == ["a\n"])
        try storage.database.execute("PRAGMA max_page_count = 1000000")
        try storage.write("c\n", insert)
        let state = try storage.state()
        #expect(state.tables["/items"]?.count == 2001)
        storage.close()
        #expect(try open().state() == state)
        #expect(Shell(folder.store).faults == [])
    }

    @Test func aDirectoryThatIsGoneRefusesBatchesUntilItIsBack() throws {
        // GIVEN
        mkdir(folder / "here", 0o700)
        let path = folder / "here/todo.store"
        let storage = try SQLiteStorage.open(path, app: "todo")
        try storage.write { try $0.put("1", of: "/count") }

        // WHEN
        rename(folder / "here", folder / "there")
        let failure = failure { try storage.write { try $0.put("2", of: "/count") } }

        // THEN
        #expect(
            failure
                == StorageFailure(
                    .failed, "\(path) could not be written: the file that was opened is not there any more"))
        rename(folder / "there", folder / "here")
        try storage.write { try $0.put("3", of: "/count") }
        #expect(try storage.state().members == ["/count": "3"])
    }

    @Test func aFileThatWasReplacedIsNotWritten() throws {
        let storage = try open()
        unlink(folder.store)
        write(Array("other".utf8), to: folder.store)
        #expect(failure { try storage.write { _ in } }?.kind == .failed)
        storage.close()
        #expect(read(folder.store) == Array("other".utf8))
    }

    @Test func aClosedOneIsRefused() throws {
        let storage = try open()
        storage.close()
        storage.close()
        let sentence = "\(folder.store) could not be written: it is closed"
        #expect(failure { try storage.write { _ in } }?.description == sentence)
        #expect(failure { _ = try storage.state() }?.kind == .failed)
    }

    @Test func nothingIsBesideAClosedFile() throws {
        let storage = try open()
        try storage.write { try $0.put("1", of: "/count") }
        storage.close()
        #expect(folder.names == ["todo.store"])
    }

    @Test func whatWasLeftOfMakingAFileIsTaken() throws {
        // GIVEN: what a kill can leave, at different times
        try open().close()
        let whole = try #require(read(folder.store))
        for count in [0, 1, 16, 50, 72, 100, 4096, whole.count] {
            unlink(folder.store)
            write(Array(whole.prefix(count)), to: folder.store + "-new")

            // WHEN
            let storage = try open()

            // THEN
            #expect(try storage.state() == StoredState())
            storage.close()
            #expect(read(folder.store)?.count == whole.count)
            #expect(Shell(folder.store).faults == [])
            #expect(folder.names == ["todo.store"])
        }
    }

    @Test func whatWasCommittedBeforeAKillIsThere() throws {
        // GIVEN: the files as they are while it is open
        let storage = try open()
        for number in 0..<20 { try storage.write("\(number)\n") { try $0.put("\(number)", of: "/count") } }
        let other = Folder()
        for (name, bytes) in folder.contents where !name.hasSuffix("-shm") { write(bytes, to: other / name) }

        // WHEN
        let again = try SQLiteStorage.open(other.store, app: "todo")

        // THEN
        #expect(try again.state() == storage.state())
        #expect(try again.entries() == storage.entries())
        #expect(again.head == storage.head)
        again.close()
        #expect(other.names == ["todo.store"])
    }
}
