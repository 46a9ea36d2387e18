import Adit
import AditSQLite
import Glibc
import Testing

/// What is beside a store under the names of its files, and is not the store's, stays as it is; and a log that is beside
/// another name of the file is not left behind.
@Suite struct BesideTests {
    let folder = Folder()

    /// Leaves a store, closed or as a kill does.
    func makeStore(killed: Bool = false) throws {
        let first = try SQLiteStorage.open(folder.store, app: "todo")
        try first.write { try $0.put("0", of: "/count") }
        first.close()
        let storage = try SQLiteStorage.open(folder.store, app: "todo")
        try storage.write { try $0.put("1", of: "/count") }
        let left = folder.contents
        storage.close()
        if killed { for (name, bytes) in left where !name.hasSuffix("-shm") { write(bytes, to: folder / name) } }
    }

    func open(_ path: String? = nil) throws -> SQLiteStorage {
        try SQLiteStorage.open(path ?? folder.store, app: "todo")
    }

    func refusal(_ body: () throws -> Void) -> String? {
        failure(body)?.description.replacing(folder.path, with: "")
    }

    // MARK: Foreign files

    static let foreign = ["-head", "-wal", "-shm", "-journal"]

    func sentence(_ ending: String, _ what: String) -> String {
        "/todo.store could not be \(what): /todo.store\(ending) is no file of a store, whose file of that name would replace it; move it away"
    }

    @Test(arguments: foreign)
    func aForeignFileBesideAStoreIsRefusedAndKept(ending: String) throws {
        // GIVEN
        try makeStore()
        write(Array("Dear diary, today".utf8), to: folder.store + ending)
        let before = folder.contents

        // WHEN, THEN
        #expect(refusal { try open().close() } == sentence(ending, "opened"))
        #expect(refusal { _ = try SQLiteStorage.check(folder.store, app: "todo") } == sentence(ending, "opened"))
        #expect(
            refusal { _ = try SQLiteStorage.reading(folder.store, app: "todo", schemaVersion: 1) { _ in } }
                == sentence(ending, "opened"))
        #expect(folder.contents == before)

        // WHEN it is moved away
        rename(folder.store + ending, folder / "diary")
        try open().close()

        // THEN
        #expect(folder.names == ["diary", "todo.store"])
    }

    @Test(arguments: ["-head", "-shm"])
    func aForeignFileIsKeptWhereAStoreIsCreated(ending: String) throws {
        write(Array("Dear diary, today".utf8), to: folder.store + ending)
        let before = folder.contents
        #expect(refusal { try open().close() } == sentence(ending, "created"))
        #expect(refusal { _ = try SQLiteStorage.check(folder.store, app: "todo") } == sentence(ending, "created"))
        #expect(folder.contents == before)
    }

    @Test(arguments: ["-head", "-shm", "-wal"])
    func aForeignDirectoryIsRefusedAndKept(ending: String) throws {
        try makeStore()
        mkdir(folder.store + ending, 0o700)
        #expect(refusal { try open().close() } == sentence(ending, "opened"))
        #expect(folder.names == ["todo.store", "todo.store\(ending)"])
    }

    @Test func aForeignFileThatReplacesTheHeadFileIsKept() throws {
        // GIVEN
        let storage = try open()
        try storage.write { try $0.put("1", of: "/count") }

        // WHEN
        unlink(folder.store + "-head")
        write(Array("Dear diary".utf8), to: folder.store + "-head")
        try storage.write { try $0.put("2", of: "/count") }
        storage.close()

        // THEN
        #expect(read(folder.store + "-head") == Array("Dear diary".utf8))
    }

    @Test func aRepairLeavesForeignFilesBesideTheNewPath() throws {
        try makeStore()
        write(Array("Dear diary".utf8), to: folder / "new.store-head")
        let before = folder.contents
        #expect(
            refusal { _ = try SQLiteStorage.repair(folder.store, to: folder / "new.store", app: "todo") }
                == "/new.store could not be created: /new.store-head is no file of a store, whose file of that name would replace it; move it away"
        )
        #expect(folder.contents == before)
    }

    @Test func destroyingLeavesForeignFiles() throws {
        try makeStore()
        write(Array("Dear diary".utf8), to: folder.store + "-head")
        try destroyStore(pathInDocuments: folder.store)
        #expect(folder.names == ["todo.store-head"])
    }

    // MARK: Several names

    @Test func aSecondNameOfAKilledStoreIsRefused() throws {
        // GIVEN
        try makeStore(killed: true)
        #expect(link(folder.store, folder / "other.store") == 0)
        let before = folder.contents
        let sentence =
            "/other.store could not be opened: it is also named /todo.store, and its last changes are in /todo.store-wal; open it by that name"

        // WHEN, THEN
        #expect(refusal { try open(folder / "other.store").close() } == sentence)
        #expect(refusal { _ = try SQLiteStorage.check(folder / "other.store", app: "todo") } == sentence)
        #expect(
            refusal { _ = try SQLiteStorage.repair(folder / "other.store", to: folder / "new.store", app: "todo") }
                == sentence.replacing("opened", with: "repaired"))
        #expect(folder.contents == before)

        // WHEN it is opened by its own name
        #expect(try open().state().members == ["/count": "1"])
        // THEN it has no log, and goes by either
        #expect(try open(folder / "other.store").state().members == ["/count": "1"])
    }

    @Test func aSecondNameInAnotherDirectoryIsRefused() throws {
        // GIVEN
        try makeStore(killed: true)
        mkdir(folder / "elsewhere", 0o700)
        #expect(link(folder.store, folder / "elsewhere/other.store") == 0)

        // WHEN, THEN
        #expect(
            refusal { try open(folder / "elsewhere/other.store").close() }
                == """
                /elsewhere/other.store could not be opened: the file has 2 names (hard links), of which 1 is in /elsewhere, and \
                its last changes may be in a log beside another one; open it by the name by which it was written last, or open a \
                copy of it
                """)
        #expect(try open().state().members == ["/count": "1"])
    }
}
