import Adit
import AditSQLite
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
    ) throws -> Verdict {
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
        struct Refusal: Error {}
        let failing = StorageMigration(from: 2) { _ in throw Refusal() }
        #expect(
            try check(3, [failing])
                == .impossible([CodingFailure(path: "", reason: "the migration from version 2 failed: Refusal()")]))
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
}
