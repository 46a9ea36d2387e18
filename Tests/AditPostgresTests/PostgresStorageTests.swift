import Adit
import AditJSON
import AditState
import TestSupport
import Testing

@testable import AditPostgres

/// Tests on a cluster of their own. One after the other, as some change the settings of all; most of their time they wait for it.
@Suite(.serialized, .onOwnThreads)
struct PostgresTests {
    let cluster = Cluster.shared

    init() throws { _ = try Cluster.shared.start() }
}

// MARK: Opening, writing, opening again

extension PostgresTests {
    @Test func `GIVEN a new core WHEN it is changed and opened again THEN it has the state`() throws {
        do {
            let store = try StateStore(Todo(), storage: PostgresStorage.open("reopened"))
            store.change(.add(Item(id: "1", text: "milk")))
            store.change(.insert(Item(id: "0", text: "a \"quote\", \u{1F95B} and \\"), 0))
            store.change(.count(41))
            #expect(store.failure == nil)
        }
        let storage = try PostgresStorage.open("reopened")
        #expect(storage.head == StorageHead(revision: 3, opens: 1))
        let store = try StateStore(Todo(), storage: storage)
        #expect(store.state().count == 41)
        #expect(store.state().items.map(\.id) == ["0", "1"])
        #expect(store.state().items.first?.text == "a \"quote\", \u{1F95B} and \\")
        #expect(storage.head == StorageHead(revision: 3, opens: 2))
    }

    @Test func `GIVEN records whose names have zeros THEN they are stored and read as they are`() throws {
        let names = ["@once/\0", "@once/\\0", "@once/a\0b", "@once/a\\0b"]
        let storage = try PostgresStorage.open("zeros")
        try storage.write(StorageHead(revision: 1, opens: 1), entries: { .empty }) { sink in
            for name in names { try Array("1".utf8).withUnsafeBytes { try sink.put(RowText($0), of: name) } }
        }
        var found: [String] = []
        try PostgresStorage.open("zeros").readMembers { name, _ in found.append(name) }
        #expect(Set(found) == Set(names))
    }

    @Test func `GIVEN ids with quotes and backslashes THEN they are stored and read as they are`() throws {
        let ids = ["a\\0b", "\\", "\\\\", "", "'; DROP TABLE adit.core; --"]
        do {
            let store = try StateStore(Todo(), storage: PostgresStorage.open("names '\\ \"x\""))
            for id in ids {
                store.change(.add(Item(id: id, text: id)))
                #expect(store.failure == nil)
            }
        }
        let store = try StateStore(Todo(), storage: PostgresStorage.open("names '\\ \"x\""))
        #expect(store.state().items.map(\.id) == ids)
        store.change(.move("\\", 0))
        store.change(.remove("a\\0b"))
        #expect(store.failure == nil)
    }

    @Test func `GIVEN a core THEN psql reads its rows as they were written`() throws {
        let store = try StateStore(Todo(), storage: PostgresStorage.open("read"))
        store.change(.add(Item(id: "1", text: "milk")))
        #expect(
            try cluster.run("SELECT value FROM adit.element WHERE core = 'read' AND part = '/items'")
                == #"{"id":"1","text":"milk"}"#)
        #expect(try cluster.run("SELECT value FROM adit.member WHERE core = 'read' AND path = '/count'") == "0")
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `GIVEN random changes WHEN the core is opened again THEN it has them`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let expected = try StateStore(Todo(), storage: MemoryStorage())
        var next = 0
        for _ in 0..<4 {
            let store = try StateStore(Todo(), storage: PostgresStorage.open("random \(seed)"))
            #expect(store.state().items.map(\.id) == expected.state().items.map(\.id))
            #expect(store.state().items.map(\.text) == expected.state().items.map(\.text))
            for _ in 0..<25 {
                let ids = expected.state().items.map(\.id)
                let id = ids.randomElement(using: &random)
                let position = Int.random(in: 0...ids.count, using: &random)
                next += 1
                let change: Todo.Change =
                    switch (Int.random(in: 0..<12, using: &random), id) {
                    case (0, _) where seed.isMultiple(of: 4): .clear
                    case (1...2, let id?): .edit(Item(id: id, text: "edited \(next)"))
                    case (3...4, let id?): .move(id, min(position, ids.count - 1))
                    case (5, let id?): .remove(id)
                    case (6...8, _): .insert(Item(id: "\(next)", text: "new"), position)
                    // The same place again and again.
                    case (9, _): .insert(Item(id: "\(next)", text: "new"), ids.count / 2)
                    default: .add(Item(id: "\(next)", text: "last"))
                    }
                store.change(change)
                expected.change(change)
                try #require(store.failure == nil)
            }
        }
    }

    @Test(arguments: [nil, 1])
    func `GIVEN elements that are inserted one behind the other THEN a core that is opened again has them`(shared: Int?)
        throws
    {
        let core = "runs \(shared ?? 0)"
        func open() throws -> PostgresStorage {
            try PostgresStorage.open(cluster.address, core: core, app: "todo", connections: shared)
        }
        var expected: [String] = []
        /// Inserts elements behind one, in a transaction.
        func insert(_ ids: [String], behind index: Int?, _ revision: Int) throws {
            let storage = try open()
            try storage.write(StorageHead(revision: revision, opens: 1), entries: { .empty }) { sink in
                if revision == 1 { try sink.declare("/items") }
                var place = index.map { Array(expected[$0].utf8) }
                for id in ids {
                    let bytes = Array(id.utf8)
                    try bytes.withUnsafeBytes { bytes in
                        guard let last = place else {
                            return try sink.insert(.empty, RowText(bytes), in: "/items", after: nil)
                        }
                        try last.withUnsafeBytes { last in
                            try sink.insert(.empty, RowText(bytes), in: "/items", after: RowText(last))
                        }
                    }
                    place = bytes
                }
            }
            expected.insert(contentsOf: ids, at: index.map { $0 + 1 } ?? 0)
        }
        func check() throws {
            var found: [String] = []
            let storage = try open()
            try storage.readMembers { _, _ in }
            try storage.readElements(of: "/items") { id, _ in found.append(id.string) }
            #expect(found == expected)
        }
        // More than a statement takes; then between two of them, again and again at one place, before all and behind all.
        try insert((0..<2500).map { "\($0) \\0 \"\0,{}" }, behind: nil, 1)
        try check()
        for round in 2..<30 {
            try insert((0..<7 + round).map { "\(round)/\($0)" }, behind: 100 + round % 3, round)
        }
        try check()
        try insert(["first", "second", "third"], behind: nil, 30)
        try insert(["last but one", "last"], behind: expected.count - 1, 31)
        try check()
    }

    @Test func `GIVEN a core of another app THEN it is refused, and not taken from its writer`() throws {
        let storage = try PostgresStorage.open("of todo")
        let failure = #expect(throws: StorageFailure.self) {
            try PostgresStorage.open(cluster.address, core: "of todo", app: "notes")
        }
        #expect(failure?.kind == .schema)
        #expect(
            failure?.description.hasSuffix(#"is of the app "todo"; one of "notes" is expected"#) == true)
        #expect(try storage.commit(1) == .written)
    }

    @Test func `GIVEN an altered row THEN opening the core refuses it`() throws {
        do {
            let store = try StateStore(Todo(), storage: PostgresStorage.open("altered"))
            store.change(.add(Item(id: "1", text: "milk")))
            store.change(.add(Item(id: "2", text: "tea")))
        }
        func reason(_ sql: String) throws -> String {
            try cluster.run("BEGIN; \(sql); COMMIT")
            defer { _ = try? cluster.run("") }
            let failure = #expect(throws: StorageFailure.self) {
                _ = try StateStore(Todo(), storage: PostgresStorage.open("altered"))
            }
            return failure?.description.components(behind: " is damaged: ") ?? ""
        }
        let milk = "core = 'altered' AND id = '1'"
        #expect(
            try reason("UPDATE adit.element SET value = replace(value, 'milk', 'silk') WHERE \(milk)")
                == #"the element "1" of /items is not as it was written"#)
        try cluster.run("UPDATE adit.element SET value = replace(value, 'silk', 'milk') WHERE \(milk)")
        #expect(
            try reason("UPDATE adit.element SET place = place - 10 WHERE core = 'altered' AND id = '2'")
                == "what is in it is not all that was written")
        try cluster.run("UPDATE adit.element SET place = place + 10 WHERE core = 'altered' AND id = '2'")
        #expect(
            try reason("UPDATE adit.core SET revision = revision + 1 WHERE name = 'altered'")
                == "its row is not as it was written")
        try cluster.run("UPDATE adit.core SET revision = revision - 1 WHERE name = 'altered'")
        #expect(try StateStore(Todo(), storage: PostgresStorage.open("altered")).state().items.count == 2)
        #expect(
            try reason("DELETE FROM adit.element WHERE \(milk)") == "what is in it is not all that was written")
    }

    @Test func `GIVEN a journal with a limit THEN it keeps the newest entries`() throws {
        let storage = try PostgresStorage.open("journal", retention: Retention(bytes: 1000))
        let entry = Array((String(repeating: "x", count: 99) + "\n").utf8)
        for revision in 1...40 {
            try entry.withUnsafeBytes { entry in
                try storage.write(StorageHead(revision: revision, opens: 1), entries: { RowText(entry) }) { _ in }
            }
        }
        var revisions: [Int] = []
        try storage.readJournal { head, entries in
            revisions.append(head.revision)
            return entries.bytes.count == 100
        }
        #expect(revisions.first == 40)
        #expect((10...12).contains(revisions.count))
        #expect(revisions == (41 - revisions.count...40).reversed())
    }
}

// MARK: One writer

extension PostgresTests {
    @Test func `GIVEN a core WHEN another opens it THEN the first one writes nothing more`() throws {
        let first = try PostgresStorage.open("fenced")
        #expect(try first.commit(1) == .written)
        let second = try PostgresStorage.open("fenced")
        for _ in 0..<2 {
            let failure = #expect(throws: StorageFailure.self) { try first.commit(2) }
            #expect(failure?.kind == .fenced)
            let text = "could not be written: it was opened elsewhere since, or removed; close this one"
            #expect(failure?.description.hasSuffix(text) == true)
        }
        #expect(try second.count == "1")
        #expect(try second.commit(3) == .written)
        #expect(try second.count == "3")
    }

    @Test func `GIVEN a writer that holds the lock WHEN another opens the core THEN its backend ends`() throws {
        let first = try PostgresStorage.open("stopped")
        #expect(try first.commit(1) == .written)
        var second: PostgresStorage?
        #expect(throws: StorageFailure.self) {
            let head = StorageHead(revision: 2, opens: 1)
            _ = try first.commit(head, entries: { .empty }, notifying: StorageWakeup {}) { sink in
                // So many that the first of them are sent before the end: the core's row is locked then.
                try Array("2".utf8).withUnsafeBytes { value in
                    for number in 0..<5000 { try sink.put(RowText(value), of: "/\(number)") }
                }
                second = try PostgresStorage.open("stopped")
            }
        }
        #expect(try second?.count == "1")
        #expect(try second?.commit(3) == .written)
        // Its connection is gone; it does not take the core back.
        let failure = #expect(throws: StorageFailure.self) { try first.commit(4) }
        #expect(failure?.kind == .fenced)
    }
}

// MARK: Lost connections

extension PostgresTests {
    /// Ends the backends of a query on `pg_stat_activity`.
    func end(where condition: String) throws {
        try cluster.run(
            """
            SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND \(condition)
            """)
    }

    @Test func `GIVEN an idle connection WHEN its backend ends THEN the next batch connects again`() throws {
        let storage = try PostgresStorage.open("idle")
        #expect(try storage.commit(1) == .written)
        try end(where: "application_name = 'adit' AND state = 'idle'")
        try cluster.wait(for: "SELECT count(*) = 1 FROM pg_stat_activity WHERE application_name = 'adit'")
        #expect(try storage.commit(2) == .written)
        #expect(try storage.count == "2")
    }

    @Test func `GIVEN a transaction WHEN its backend ends before COMMIT THEN it is not written`() throws {
        let storage = try PostgresStorage.open("before")
        #expect(try storage.commit(1) == .written)
        #expect(throws: StorageFailure.self) {
            _ = try storage.commit(2) { try end(where: "application_name = 'adit' AND state LIKE 'idle%'") }
        }
        #expect(try storage.count == "1")
        #expect(try storage.commit(3) == .written)
    }

    @Test func `GIVEN a commit that waits for a standby WHEN its backend ends THEN it is unknown, then written`() throws
    {
        let storage = try PostgresStorage.open("replicated")
        #expect(try storage.commit(1) == .written)
        try setStandby("missing")
        defer { try? setStandby("") }
        let isEnded = endWaitingCommit("SyncRep")
        let signals = Counter()
        let outcome = try storage.commit(2, StorageWakeup { signals.add() })
        #expect(isEnded())
        guard case .unknown = outcome else { Issue.record("found \(outcome)"); return }
        // It has raised the epoch, but that is not safe on a standby either.
        sleep(milliseconds: 300)
        guard case .unknown = storage.resolve() else { Issue.record("the outcome was told too early"); return }
        #expect(throws: StorageFailure.self) { try storage.commit(3) }
        try setStandby("")
        #expect(storage.outcome() == .written)
        #expect(signals.count > 0)
        #expect(storage.head?.revision == 2)
        #expect(try storage.count == "2")
        #expect(try storage.commit(3) == .written)
    }

    @Test func `GIVEN a commit that is not made WHEN its backend ends THEN it is unknown, then not written`() throws {
        let storage = try PostgresStorage.open("delayed")
        #expect(try storage.commit(1) == .written)
        try delayCommits(of: "delayed")
        defer { try? endDelay() }
        let isEnded = endWaitingCommit("PgSleep")
        let outcome = try storage.commit(2)
        #expect(isEnded())
        guard case .unknown = outcome else { Issue.record("found \(outcome)"); return }
        try endDelay()
        guard case .notWritten = storage.outcome() else { Issue.record("found \(storage.resolve())"); return }
        #expect(try storage.count == "1")
        #expect(storage.head?.revision == 1)
        #expect(try storage.commit(3) == .written)
    }

    @Test func `GIVEN an unknown outcome WHEN another opens the core THEN it is told only if it is known`() throws {
        let first = try PostgresStorage.open("delayed")
        #expect(try first.commit(1) == .written)
        try delayCommits(of: "delayed")
        defer { try? endDelay() }
        let isEnded = endWaitingCommit("PgSleep")
        guard case .unknown = try first.commit(2) else { Issue.record("the outcome is known"); return }
        #expect(isEnded())
        try endDelay()
        let second = try PostgresStorage.open("delayed")
        switch first.outcome() {
        case .notWritten: break
        case .written, .unknown: Issue.record("found \(first.resolve())")
        }
        #expect(try second.count == "1")
        #expect(throws: StorageFailure.self) { try first.commit(3) }
        #expect(try second.commit(4) == .written)
    }

    // Commits that wait.

    func setStandby(_ name: String) throws {
        try cluster.runEach(
            "ALTER SYSTEM SET synchronous_standby_names = '\(name)'", "SELECT pg_reload_conf()")
        try cluster.wait(for: "SELECT current_setting('synchronous_standby_names') = '\(name)'")
    }

    /// Has COMMIT wait before it commits.
    func delayCommits(of core: String) throws {
        try cluster.run(
            """
            CREATE OR REPLACE FUNCTION public.wait() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN PERFORM pg_sleep(20); RETURN NULL; END $$;
            CREATE CONSTRAINT TRIGGER waiting AFTER UPDATE OF batch ON adit.core DEFERRABLE INITIALLY DEFERRED
                FOR EACH ROW WHEN (new.name = '\(core)') EXECUTE FUNCTION public.wait();
            """)
    }

    func endDelay() throws { try cluster.run("DROP TRIGGER IF EXISTS waiting ON adit.core") }

    /// Ends the backend that waits in a commit, as soon as there is one.
    ///
    /// - Returns: waits for that, and says whether it was ended.
    func endWaitingCommit(_ event: String) -> () -> Bool {
        onceCommitWaits(for: event) { [cluster] in
            try cluster.run(
                """
                SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                WHERE wait_event = '\(event)' AND pid <> pg_backend_pid()
                """)
        }
    }

    /// Calls `body` on another thread, as soon as a commit waits.
    ///
    /// - Returns: waits for that, and says whether it was called.
    func onceCommitWaits(for event: String, _ body: @Sendable @escaping () throws -> Void) -> () -> Bool {
        let isCalled = Counter()
        let isOver = Counter()
        _ = DetachedThread.start { [cluster] in
            for _ in 0..<1000 where isCalled.count == 0 {
                let waiting = try? cluster.run(
                    "SELECT count(*) FROM pg_stat_activity WHERE wait_event = '\(event)' AND pid <> pg_backend_pid()")
                if waiting == "1", (try? body()) != nil { isCalled.add() }
                sleep(milliseconds: 10)
            }
            isOver.add()
        }
        return {
            while isOver.count == 0 { sleep(milliseconds: 10) }
            return isCalled.count > 0
        }
    }
}
