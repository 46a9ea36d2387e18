import Adit
import AditSQLite
import Glibc
import Testing

/// What is stored by an older version is brought to the present one, or stays as it is.
@Suite struct MigrationTests {
    let folder = Folder()
    struct Refusal: Error {}

    /// From version 1 on: the members count and theme, and todos in /items with "done" where they are.
    static let migrations = [
        StorageMigration(from: 1) { rows in
            try rows.rename("/items", to: "/todos")
            try rows.updateElements(of: "/todos") { todo in
                todo["isDone"] = .bool(todo.removeValue(forKey: "done") != nil)
            }
            try rows.rename("/settings", to: "/preferences")
        },
        StorageMigration(from: 2) { rows in
            guard case .integer(let count)? = try rows.value(of: "/count") else { throw Refusal() }
            try rows.set(.integer(count * 2), of: "/count")
            try rows.removeElement("B", of: "/todos")
            try rows.append(.object(["text": .string("Cake")]), id: "D", to: "/todos")
            try rows.insert(.object(["text": .string("Tea")]), id: "C", in: "/todos", after: nil)
            try rows.declare("/tags")
        },
    ]

    func makeOld() throws {
        let storage = try SQLiteStorage.open(folder.store, app: "todo")
        try storage.write("old\n") { sink in
            try sink.put("3", of: "/count")
            try sink.put("{}", of: "/settings")
            try sink.put("\"dark\"", of: "/settings/theme")
            try sink.declare("/items")
            try sink.insert("{\"text\":\"Milk\"}", "A", in: "/items", after: nil)
            try sink.insert("{\"done\":true,\"text\":\"Bread\"}", "B", in: "/items", after: "A")
        }
        storage.close()
    }

    func open(
        _ version: Int, _ migrations: [StorageMigration] = migrations,
        validate: (any StateStorage) throws -> Void = { _ in }
    ) throws -> SQLiteStorage {
        try SQLiteStorage.open(
            folder.store, app: "todo", schemaVersion: version, migrations: migrations, validate: validate)
    }

    // Bug: tables whose names Swift takes for the same text were one.
    @Test func tablesAreToldApartByTheBytesOfTheirNames() throws {
        // GIVEN
        let (composed, decomposed, other) = ("/caf\u{E9}", "/cafe\u{301}", "/others")
        func ids(_ storage: SQLiteStorage, _ table: String) throws -> [String] {
            var ids: [String] = []
            try storage.readElements(of: table) { id, _ in ids.append(id.string) }
            return ids
        }
        let old = try SQLiteStorage.open(folder.store, app: "todo")
        try old.write { sink in
            for (table, id) in [(composed, "A"), (decomposed, "B")] {
                try sink.declare(table)
                try sink.insert("{}", id, in: table, after: nil)
            }
        }
        #expect(try ids(old, composed) == ["A"] && ids(old, decomposed) == ["B"])
        old.close()

        // WHEN
        let new = try open(
            2,
            [
                StorageMigration(from: 1) { rows in
                    try rows.rename(decomposed, to: other)
                    try rows.rename(composed, to: decomposed)
                }
            ])
        defer { new.close() }

        // THEN
        #expect(try new.readTables().map { Array($0.utf8) } == [decomposed, other].map { Array($0.utf8) })
        #expect(try ids(new, decomposed) == ["A"] && ids(new, other) == ["B"] && ids(new, composed) == [])
    }

    @Test func allStepsAreTaken() throws {
        // GIVEN
        try makeOld()
        let expected = StoredState(
            members: ["/count": "6", "/preferences": "{}", "/preferences/theme": "\"dark\""],
            tables: [
                "/tags": [],
                "/todos": [
                    .init(id: "C", value: "{\"text\":\"Tea\"}"),
                    .init(id: "A", value: "{\"isDone\":false,\"text\":\"Milk\"}"),
                    .init(id: "D", value: "{\"text\":\"Cake\"}"),
                ],
            ])

        // WHEN
        var validated: StoredState?
        let storage = try open(3) { validated = try $0.state() }

        // THEN
        #expect(validated == expected)
        #expect(try storage.state() == expected)
        #expect(storage.head == StorageHead(revision: 1, opens: 1))
        // Its changes are of what is not there any more.
        #expect(try storage.entries() == [])
        storage.close()
        #expect(try open(3, []).state() == expected)
        #expect(Shell(folder.store).rows("SELECT name FROM sqlite_schema WHERE name = '/todos'") == ["/todos"])
    }

    @Test func theBackupIsThereUntilTheNextSessionWrites() throws {
        // GIVEN
        try makeOld()
        let old = try open(1).state()

        // WHEN
        var storage = try open(2)
        try storage.write { _ in }
        storage.close()

        // THEN: it is a store of the old version
        let backup = folder.store + ".backup-v1"
        #expect(folder.names == ["todo.store", "todo.store.backup-v1"])
        #expect(mode(of: backup) == 0o600)
        #expect(read(backup)?.isEmpty == false)
        let copy = folder / "copy.store"
        write(read(backup)!, to: copy)
        #expect(try SQLiteStorage.open(copy, app: "todo").state() == old)

        // WHEN, THEN
        storage = try open(2)
        #expect(read(backup) != nil)
        try storage.write { _ in }
        #expect(read(backup) == nil)
        try storage.write { _ in }
        storage.close()
        #expect(Shell(folder.store).rows("SELECT value FROM meta WHERE key = 'backup'") == [])
    }

    @Test func backupsOfSeveralVersionsGoTogether() throws {
        try makeOld()
        try open(2).close()
        try open(3).close()
        #expect(folder.names == ["todo.store", "todo.store.backup-v1", "todo.store.backup-v2"])
        try open(3).write { _ in }
        #expect(!folder.names.contains { $0.contains("backup") })
    }

    @Test func aStepThatThrowsLeavesAllAsItWas() throws {
        // GIVEN
        try makeOld()
        let before = folder.contents
        var migrations = Self.migrations
        migrations[1] = StorageMigration(from: 2) { rows in
            try rows.remove("/todos")
            throw Refusal()
        }

        // WHEN
        let failure = failure { _ = try open(3, migrations) }

        // THEN
        #expect(
            failure
                == StorageFailure(
                    .schema,
                    "\(folder.store) could not be migrated from version 1 to 3, and is as it was: the migration from version 2 failed: Refusal()"
                ))
        #expect(folder.contents == before)
    }

    /// Leaves the old store as a kill does: its last changes are in the log. Returns what is there, without the log's index.
    func makeKilledOld(_ elements: Int) throws -> [String: [UInt8]] {
        try makeOld()
        let storage = try open(1)
        try storage.write("killed\n") { sink in
            try sink.put("4", of: "/count")
            for number in 0..<elements {
                try sink.insert(
                    "{\"text\":\"\(String(repeating: "x", count: 1000))\"}", "\(number)", in: "/items",
                    after: number == 0 ? "B" : "\(number - 1)")
            }
        }
        let left = folder.contents.filter { !$0.key.hasSuffix("-shm") }
        storage.close()
        for (name, bytes) in left { write(bytes, to: folder / name) }
        #expect(folder.names == ["todo.store", "todo.store-head", "todo.store-wal"])
        return left
    }

    /// What is there, without the log's index, which has nothing of its own.
    var leftover: [String: [UInt8]] { folder.contents.filter { !$0.key.hasSuffix("-shm") } }

    // The changes of the larger one exceed SQLite's memory, and would be written to the log before the step throws.
    @Test(arguments: [1, 12000])
    func aStepThatThrowsLeavesAKilledStoreAsItWas(elements: Int) throws {
        // GIVEN
        let before = try makeKilledOld(elements)
        let migration = StorageMigration(from: 1) { rows in
            try rows.updateElements(of: "/items") { $0["isDone"] = .bool(true) }
            throw Refusal()
        }

        // WHEN
        let failure = failure { _ = try open(2, [migration]) }

        // THEN
        #expect(
            failure?.description
                == "\(folder.store) could not be migrated from version 1 to 2, and is as it was: the migration from version 1 failed: Refusal()"
        )
        #expect(leftover == before)
        #expect(try open(1).state().members["/count"] == "4")
    }

    @Test func aStateThatIsNotValidLeavesAKilledStoreAsItWas() throws {
        let before = try makeKilledOld(1)
        #expect(failure { _ = try open(2) { _ in throw Refusal() } }?.kind == .schema)
        #expect(leftover == before)
        #expect(failure { _ = try open(1, []) { _ in }.closeRefused() } == nil)
        #expect(leftover == before)
    }

    @Test func aKilledStoreIsMigratedWithItsLastChanges() throws {
        _ = try makeKilledOld(1)
        let storage = try open(3)
        #expect(try storage.state().members["/count"] == "8")
        storage.close()
        #expect(folder.names == ["todo.store", "todo.store.backup-v1"])
    }

    @Test func aStateThatIsNotValidLeavesAllAsItWas() throws {
        // GIVEN
        try makeOld()
        let before = folder.contents

        // WHEN
        let failure = failure {
            _ = try open(2) { _ in throw CodingFailure(path: "todos", reason: "found an array; an object is expected") }
        }

        // THEN
        #expect(failure?.kind == .schema)
        #expect(
            failure?.description
                == "\(folder.store) could not be migrated from version 1 to 2, and is as it was: todos: found an array; an object is expected"
        )
        #expect(folder.contents == before)
    }

    @Test func aFailureOfARowThatIsSwallowedIsOneOfTheStep() throws {
        try makeOld()
        let before = folder.contents
        let migration = StorageMigration(from: 1) { rows in
            try? rows.removeElement("nobody", of: "/items")
            try rows.remove("/count")
        }
        #expect(failure { _ = try open(2, [migration]) }?.description.contains("nobody") == true)
        #expect(folder.contents == before)
    }

    @Test(
        arguments: [
            ({ @Sendable rows in try rows.rename("/nothing", to: "/x") }, "there is no /nothing in what is stored"),
            (
                { @Sendable rows in try rows.rename("/items", to: "/count") },
                "/items cannot be renamed: /count is there already"
            ),
            ({ @Sendable rows in try rows.remove("/nothing") }, "there is no /nothing in what is stored"),
            (
                { @Sendable rows in try rows.updateElements(of: "/nothing") { _ in } },
                "there is no /nothing in what is stored"
            ),
        ] as [(@Sendable (StoredRows) throws -> Void, String)])
    func whatIsNotThereIsNamed(body: @escaping @Sendable (StoredRows) throws -> Void, sentence: String) throws {
        try makeOld()
        let failure = failure { _ = try open(2, [StorageMigration(from: 1, body)]) }
        #expect(failure?.description.hasSuffix(": the migration from version 1 failed: \(sentence)") == true)
    }

    @Test func aStoreWithoutAStateHasNothingToMigrate() throws {
        // GIVEN
        try open(1).close()

        // WHEN
        try open(3, [StorageMigration(from: 1) { _ in throw Refusal() }, Self.migrations[1]]).close()

        // THEN
        #expect(folder.names == ["todo.store"])
        #expect(failure { _ = try open(2) }?.description.contains("version 3") == true)
    }

    @Test func elementsAreReadRemovedAndMadeOfAMember() throws {
        // GIVEN: more than are read at once
        var storage = try open(1)
        try storage.write { sink in
            try sink.put("[{\"id\":\"x\",\"n\":1},{\"id\":\"y\",\"n\":2}]", of: "/list")
            try sink.declare("/items")
            for number in 0..<1000 {
                try sink.insert(
                    "{\"n\":\(number)}", "\(number)", in: "/items", after: number == 0 ? nil : "\(number - 1)")
            }
        }
        storage.close()
        let migration = StorageMigration(from: 1) { rows in
            try rows.removeElements(of: "/items") { id, _ in Int(id)! % 2 == 1 }
            try rows.updateElements(of: "/items") { item in item["n"] = item["n"] == .integer(10) ? .null : item["n"] }
            var sum: Int64 = 0
            try rows.readElements(of: "/items") { _, item in
                if case .object(let members) = item, case .integer(let number)? = members["n"] { sum += number }
            }
            try rows.set(.integer(sum), of: "/sum")
            guard case .array(let list)? = try rows.value(of: "/list") else { throw Refusal() }
            try rows.remove("/list")
            try rows.declare("/list")
            for element in list {
                guard case .object(let members) = element, case .string(let id)? = members["id"] else {
                    throw Refusal()
                }
                try rows.append(element, id: id, to: "/list")
            }
            guard try rows.element("y", of: "/list") == list[1], try rows.element("z", of: "/list") == nil else {
                throw Refusal()
            }
            guard try rows.members == ["/sum"], try rows.tables == ["/items", "/list"] else { throw Refusal() }
        }

        // WHEN
        storage = try open(2, [migration])

        // THEN
        let state = try storage.state()
        #expect(state.members == ["/sum": "\((0..<500).map { $0 * 2 }.reduce(0, +) - 10)"])
        #expect(state.tables["/items"]?.map(\.id) == (0..<500).map { "\($0 * 2)" })
        #expect(state.tables["/items"]?[5].value == "{\"n\":null}")
        #expect(state.tables["/list"]?.map(\.id) == ["x", "y"])
    }
}
