import Adit
import AditSQLite
import Glibc
import Testing

/// A verdict says what opening would do, and changes nothing.
@Suite struct CheckTests {
    let folder = Folder()

    func makeStore() throws {
        let storage = try SQLiteStorage.open(folder.store, app: "todo", schemaVersion: 2)
        try storage.write { sink in
            try sink.put("3", of: "/count")
            try sink.declare("/items")
            try sink.insert("{\"text\":\"Milk\"}", "A", in: "/items", after: nil)
        }
        storage.close()
    }

    /// A verdict, with the directory as it was.
    func check(
        app: String = "todo", _ version: Int = 2, _ migrations: [StorageMigration] = [],
        findFailures: (any StateStorage) throws -> [CodingFailure] = { _ in [] }
    ) throws -> StorageVerdict {
        let before = folder.contents
        defer { #expect(folder.contents == before) }
        return try SQLiteStorage.check(
            folder.store, app: app, schemaVersion: version, migrations: migrations, findFailures: findFailures)
    }

    let renaming = StorageMigration(from: 2) { try $0.rename("/items", to: "/todos") }

    @Test func whereThereIsNoFileOneWouldBeMade() throws {
        #expect(try check() == .new)
    }

    @Test func whatCanBeReadIsFine() throws {
        try makeStore()
        var state: StoredState?
        let verdict = try check {
            state = try $0.state()
            return []
        }
        #expect(verdict == .fine)
        #expect(state?.members == ["/count": "3"])
    }

    @Test func whatCannotBeReadIsImpossible() throws {
        try makeStore()
        let failures = [CodingFailure(path: "count", reason: "found the number 3; a string is expected")]
        #expect(try check { _ in failures } == .impossible(failures))
        #expect(try check { _ in throw failures[0] } == .impossible(failures))
    }

    @Test func migrationsAreTriedOnACopy() throws {
        try makeStore()
        var state: StoredState?
        let verdict = try check(3, [renaming]) {
            state = try $0.state()
            return []
        }
        #expect(verdict == .needsMigration(from: 2, to: 3))
        #expect(state?.tables == ["/todos": [.init(id: "A", value: "{\"text\":\"Milk\"}")]])
    }

    @Test func migrationsThatFailAreImpossible() throws {
        try makeStore()
        struct Rejection: Error {}
        let failing = StorageMigration(from: 2) { _ in throw Rejection() }
        #expect(
            try check(3, [failing])
                == .impossible([CodingFailure(path: "", reason: "the migration from version 2 failed: Rejection()")]))
        let failures = [CodingFailure(path: "todos", reason: "no")]
        #expect(try check(3, [renaming]) { _ in failures } == .impossible(failures))
        #expect(
            try check(3)
                == .impossible([
                    CodingFailure(
                        path: "",
                        reason:
                            "\(folder.store) has a state of version 2, which cannot be migrated to version 3: there is no migration from version 2"
                    )
                ]))
    }

    @Test func whatIsRefusedIsRefusedAsByOpening() throws {
        try makeStore()
        #expect(failure { _ = try check(1) }?.kind == .schema)
        #expect(failure { _ = try check(app: "counter") }?.kind == .schema)
        let storage = try SQLiteStorage.open(folder.store, app: "todo", schemaVersion: 2)
        #expect(failure { _ = try check() }?.kind == .locked)
        storage.close()
        #expect(try check() == .fine)
    }

    @Test func nothingCanBeWrittenMeanwhile() throws {
        try makeStore()
        var refusal: StorageFailure?
        _ = try check { storage in
            refusal = failure { try storage.write { _ in } }
            return []
        }
        #expect(refusal?.description == "\(folder.store) could not be written: it was opened for reading")
    }

    @Test func whatIsBesideTheFileIsChecked() throws {
        // GIVEN: a file whose last transaction is beside it, as after a kill
        try makeStore()
        let storage = try SQLiteStorage.open(folder.store, app: "todo", schemaVersion: 2)
        try storage.write { try $0.put("1", of: "/x") }
        let copies = folder.contents
        storage.close()
        for (name, bytes) in copies { write(bytes, to: folder / name) }

        // WHEN
        var members: [String: String] = [:]
        let before = folder.contents
        let verdict = try SQLiteStorage.check(folder.store, app: "todo", schemaVersion: 3, migrations: [renaming]) {
            members = try $0.state().members
            return []
        }

        // THEN
        #expect(verdict == .needsMigration(from: 2, to: 3))
        #expect(members == ["/count": "3", "/x": "1"])
        for name in ["todo.store", "todo.store-wal"] { #expect(folder.contents[name] == before[name]) }
        #expect(try SQLiteStorage.open(folder.store, app: "todo", schemaVersion: 2).state().members["/x"] == "1")
    }

    /// Whether a verdict and opening agree on a file.
    private func agree(_ path: String) -> (check: StorageFailure?, open: StorageFailure?) {
        let before = folder.contents
        let check = failure { _ = try SQLiteStorage.check(path, app: "todo") }
        #expect(folder.contents == before)
        return (check, failure { try SQLiteStorage.open(path, app: "todo").close() })
    }

    @Test(arguments: [245, 250, 251, 252, 254, 255, 256])
    func `a name that is too long for what is beside it is refused, as it is in opening`(_ length: Int) {
        let found = agree(folder / String(repeating: "a", count: length))
        #expect((found.check == nil) == (found.open == nil), "\(length): \(found)")
        #expect((found.check == nil) == (length < 248))
    }

    @Test(arguments: 490..<520)
    func `a path that is too long for SQLite is refused, as it is in opening`(_ length: Int) throws {
        var path = folder.path
        while path.utf8.count < 300 {
            path += "/" + String(repeating: "d", count: 60)
            mkdir(path, 0o700)
        }
        path += "/" + String(repeating: "a", count: length - path.utf8.count - 1)
        for _ in 0..<2 {
            let check = failure { _ = try SQLiteStorage.check(path, app: "todo") }
            let open = failure { try SQLiteStorage.open(path, app: "todo").close() }
            #expect((check == nil) == (open == nil), "\(length): \(check as Any), \(open as Any)")
        }
    }

    @Test func `a directory that cannot be written is refused, as it is in opening`() throws {
        let nobody = PermissionTests()
        try SQLiteStorage.open(nobody.folder.store, app: "todo").close()
        chmod(nobody.folder.path, 0o755)
        chmod(nobody.folder.store, 0o666)
        let found = nobody.asNobody {
            [nobody.folder.store, nobody.folder / "new"].map { path in
                (
                    failure { _ = try SQLiteStorage.check(path, app: "todo") },
                    failure { try SQLiteStorage.open(path, app: "todo").close() }
                )
            }
        }
        for (check, open) in found ?? [] {
            #expect(check?.description.contains("Permission denied") == true)
            #expect(open != nil)
        }
    }

    @Test func `what is left of another file is refused, as it is in opening`() throws {
        #expect(creat(folder.store + "-wal", 0o600) >= 0)
        #expect(truncate(folder.store + "-wal", 100) == 0)
        let found = agree(folder.store)
        #expect(found.check?.description.contains("-wal is there") == true)
        #expect(found.open != nil)
    }
}
