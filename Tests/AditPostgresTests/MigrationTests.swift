import Adit
import AditJSON
import AditState
import Testing

@testable import AditPostgres

/// The state of ``Todo`` in its next version.
@Model struct Tasks: State {
    var total = 0
    var tasks: Table<String, Item> = []

    enum Change { case add(Item) }
    mutating func apply(_ change: Change) { if case .add(let item) = change { tasks.append(item) } }
}

extension PostgresTests {
    private var migrations: [StorageMigration] {
        [
            StorageMigration(from: 1) { rows in
                try rows.rename("/items", to: "/tasks")
                try rows.rename("/count", to: "/total")
                try rows.updateElements(of: "/tasks") { $0["text"] = .string("new") }
                try rows.append(.object(["id": .string("last"), "text": .string("")]), id: "last", to: "/tasks")
            }
        ]
    }

    private func make(_ core: String) throws -> PostgresStorage {
        let storage = try PostgresStorage.open(core)
        let store = try StateStore(Todo(), storage: storage)
        for id in ["b", "a", "c"] { store.change(.add(Item(id: id, text: "old"))) }
        store.change(.remove("c"))
        return storage
    }

    private func open(
        _ core: String, _ version: Int, _ migrations: [StorageMigration],
        validate: (any StateStorage) throws -> Void = { _ in }
    ) throws -> PostgresStorage {
        try PostgresStorage.open(
            cluster.address, core: core, app: "todo", schemaVersion: version, migrations: migrations, validate: validate
        )
    }

    @Test func `GIVEN a core of an older version WHEN it is opened THEN it is migrated, and its writer is fenced`()
        throws
    {
        let old = try make("migrated")
        #expect(
            try PostgresStorage.check(
                cluster.address, core: "migrated", app: "todo", schemaVersion: 2, migrations: migrations)
                == .needsMigration(from: 1, to: 2))
        #expect(try old.commit(7) == .written)
        // WHEN
        let storage = try open("migrated", 2, migrations)
        let store = try StateStore(Tasks(), storage: storage)
        // THEN
        #expect(store.state().total == 7)
        #expect(store.state().tasks.map(\.id) == ["b", "a", "last"])
        #expect(store.state().tasks.map(\.text) == ["new", "new", ""])
        #expect(storage.head?.revision == 5)
        store.change(.add(Item(id: "d", text: "d")))
        #expect(store.failure == nil)
        #expect(#expect(throws: StorageFailure.self) { try old.commit(8) }?.kind == .fenced)
        // AND an older library is refused, without taking it
        let failure = #expect(throws: StorageFailure.self) { try open("migrated", 1, []) }
        #expect(failure?.kind == .schema)
        #expect(
            failure?.description.hasSuffix(
                "has a state of version 2, of a newer version of the app; version 1 is expected")
                == true)
        store.change(.add(Item(id: "e", text: "e")))
        #expect(store.failure == nil)
        #expect(
            try PostgresStorage.check(
                cluster.address, core: "migrated", app: "todo", schemaVersion: 2, migrations: migrations) == .fine)
    }

    @Test func `GIVEN a migration that fails THEN the core is as it was, and its writer goes on`() throws {
        struct Wrong: Error {}
        let old = try make("not migrated")
        let failing = StorageMigration(from: 1) { rows in
            try rows.remove("/items")
            throw Wrong()
        }
        for attempt in [
            { try open("not migrated", 2, [failing]) }, { try open("not migrated", 3, [failing]) },
            { try open("not migrated", 2, migrations) { _ in throw Wrong() } },
        ] {
            let failure = #expect(throws: StorageFailure.self) { _ = try attempt() }
            #expect(failure?.kind == .schema)
            #expect(failure?.description.contains("migrated") == true)
            let revision = try #require(old.head?.revision)
            #expect(try old.commit(revision) == .written)
        }
        let verdict = try PostgresStorage.check(
            cluster.address, core: "not migrated", app: "todo", schemaVersion: 2, migrations: [failing])
        #expect(
            verdict == .impossible([CodingFailure(path: "", reason: "the migration from version 1 failed: Wrong()")]))
        #expect(
            try StateStore(Todo(), storage: PostgresStorage.open("not migrated")).state().items.map(\.id) == ["b", "a"])
    }

    @Test func `GIVEN a core of an older version without a state WHEN it is opened THEN it has the app's own`() throws {
        _ = try PostgresStorage.open("made only")
        let store = try StateStore(Tasks(), storage: open("made only", 2, migrations))
        #expect(store.state().tasks.isEmpty)
    }

    @Test func `GIVEN thousands of elements at one place THEN they keep their order`() throws {
        let storage = try PostgresStorage.open("crowded")
        func row(_ text: String, _ body: (RowText) throws -> Void) rethrows {
            try Array(text.utf8).withUnsafeBytes { try body(RowText($0)) }
        }
        for batch in 0..<4 {
            try storage.write(StorageHead(revision: batch + 1, opens: 1), entries: { .empty }) { sink in
                if batch == 0 {
                    try sink.declare("/items")
                    for id in ["last", "first"] {
                        try row(id) { id in try row("{}") { try sink.insert($0, id, in: "/items", after: nil) } }
                    }
                }
                for number in 0..<2500 {
                    try row("\(batch * 2500 + number)") { id in
                        try row("first") { first in
                            try row("{}") { try sink.insert($0, id, in: "/items", after: first) }
                        }
                    }
                }
            }
        }
        let next = try PostgresStorage.open("crowded")
        var ids: [String] = []
        try next.readMembers { _, _ in }
        try next.readElements(of: "/items") { id, _ in ids.append(id.string) }
        #expect(ids == ["first"] + (0..<10_000).reversed().map(String.init) + ["last"])
        let longest = try cluster.run("SELECT max(length(place::text)) FROM adit.element WHERE core = 'crowded'")
        #expect((longest.flatMap { Int($0) } ?? 0) < 2000)
    }

    @Test func `GIVEN a core that is open WHEN its database is restored from a backup THEN it writes nothing more`()
        throws
    {
        let storage = try PostgresStorage.open("restored")
        for number in 1...2 { #expect(try storage.commit(number) == .written) }
        try cluster.run(
            """
            CREATE TABLE public.backup_core AS SELECT * FROM adit.core WHERE name = 'restored';
            CREATE TABLE public.backup_member AS SELECT * FROM adit.member WHERE core = 'restored';
            """)
        #expect(try storage.commit(3) == .written)
        // WHEN
        try cluster.run(
            """
            DELETE FROM adit.core WHERE name = 'restored'; INSERT INTO adit.core SELECT * FROM public.backup_core;
            DELETE FROM adit.member WHERE core = 'restored'; INSERT INTO adit.member SELECT * FROM public.backup_member;
            """)
        try end(where: "application_name = 'adit'")
        try cluster.wait(for: "SELECT count(*) = 1 FROM pg_stat_activity WHERE application_name = 'adit'")
        // THEN
        for _ in 0..<2 {
            let failure = #expect(throws: StorageFailure.self) { try storage.commit(4) }
            #expect(failure?.kind == .failed)
            #expect(
                failure?.description.hasSuffix(
                    """
                    has the batch 2, and this core the batch 3: the database was restored, or another program has written it; \
                    close the core and open it again
                    """) == true)
        }
        #expect(try PostgresStorage.open("restored").count == "2")
    }
}
