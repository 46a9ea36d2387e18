import Adit
import AditSQLite
import AditState
import AditSwiftHost
import TestSupport
import Testing

@testable import AditC
@testable import AditPostgres

/// Cores that share connections: their batches are written together, and each core has an outcome of its own.
extension PostgresTests {
    /// Opens cores that share one connection.
    private func openShared(_ names: String..., retention: Retention = .standard) throws -> [PostgresStorage] {
        try names.map { name in
            try PostgresStorage.open(cluster.address, core: name, app: "todo", retention: retention, connections: 1)
        }
    }

    /// The connection of the cores' writer, as the database knows it.
    private func backend(of core: String) throws -> String? {
        try cluster.run("SELECT backend FROM adit.core WHERE name = '\(core)'")
    }

    @Test func `GIVEN cores that share a connection WHEN they commit THEN each is written, by one backend`() throws {
        let storages = try openShared("shared a", "shared b", "shared c")
        for number in 1...3 {
            for (index, storage) in storages.enumerated() {
                guard case .unknown = try storage.commit(10 * index + number) else {
                    Issue.record("the outcome is known at once")
                    return
                }
            }
            for storage in storages { #expect(storage.outcome() == .written) }
        }
        for (index, storage) in storages.enumerated() {
            #expect(try storage.count == "\(10 * index + 3)")
            #expect(storage.head?.revision == 3)
            #expect(storage.figures?.commits == 3)
        }
        #expect(try Set(["shared a", "shared b", "shared c"].map(backend)).count == 1)
    }

    @Test func `GIVEN a core that is opened elsewhere WHEN it is among others THEN they are written without it`() throws
    {
        let storages = try openShared("among a", "among b", "among c")
        for storage in storages {
            _ = try storage.commit(1)
            #expect(storage.outcome() == .written)
        }
        let other = try PostgresStorage.open("among b")
        // Held up, so that all three are in one transaction.
        try holdUp("among a") {
            for storage in storages { _ = try storage.commit(2) }
        }
        #expect(storages[0].outcome() == .written)
        #expect(storages[2].outcome() == .written)
        guard case .notWritten(let failure) = storages[1].outcome() else { Issue.record("it is written"); return }
        #expect(failure.kind == .fenced)
        #expect(throws: StorageFailure.self) { try storages[1].commit(3) }
        #expect(try storages.map { try $0 === storages[1] ? "" : $0.count } == ["2", "", "2"])
        #expect(try other.count == "1")
        #expect(try other.commit(3) == .written)
    }

    @Test func `GIVEN a batch that the database refuses WHEN it is among others THEN they are written without it`()
        throws
    {
        let storages = try openShared("refusing a", "refusing b", "refusing c")
        try cluster.run(
            """
            CREATE OR REPLACE FUNCTION public.refuse() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN RAISE EXCEPTION 'refused by a trigger'; END $$;
            CREATE CONSTRAINT TRIGGER refusing AFTER UPDATE OF batch ON adit.core DEFERRABLE INITIALLY DEFERRED
                FOR EACH ROW WHEN (new.name = 'refusing b' AND new.batch > old.batch) EXECUTE FUNCTION public.refuse();
            """)
        defer { _ = try? cluster.run("DROP TRIGGER refusing ON adit.core") }
        try holdUp("refusing a") {
            for storage in storages { _ = try storage.commit(1) }
        }
        #expect(storages[0].outcome() == .written)
        #expect(storages[2].outcome() == .written)
        guard case .notWritten(let failure) = storages[1].outcome() else { Issue.record("it is written"); return }
        #expect(failure.description.contains("refused by a trigger"))
        try cluster.run("DROP TRIGGER refusing ON adit.core")
        _ = try storages[1].commit(2)
        #expect(storages[1].outcome() == .written)
        #expect(try storages[1].count == "2")
    }

    @Test(arguments: ["SyncRep", "PgSleep"])
    func `GIVEN a shared commit WHEN its backend ends THEN each core finds out what is written`(event: String) throws {
        let names = ["cut \(event) a", "cut \(event) b", "cut \(event) c"]
        let storages = try openShared(names[0], names[1], names[2])
        for storage in storages {
            _ = try storage.commit(1)
            #expect(storage.outcome() == .written)
        }
        let isCommitted = event == "SyncRep"
        if isCommitted { try setStandby("missing") } else { try delayCommits(of: names[1]) }
        defer { if isCommitted { try? setStandby("") } else { try? endDelay() } }
        let isEnded = endWaitingCommit(event)
        for storage in storages { _ = try storage.commit(2) }
        #expect(isEnded())
        if isCommitted { try setStandby("") } else { try endDelay() }
        let outcomes = storages.map { $0.outcome() }
        for (storage, outcome) in zip(storages, outcomes) {
            switch outcome {
            case .written: #expect(try storage.count == "2")
            case .notWritten: #expect(try storage.count == "1")
            case .unknown(let reason): Issue.record("unknown: \(reason)")
            }
            _ = try storage.commit(3)
            #expect(storage.outcome() == .written)
            #expect(try storage.count == "3")
        }
        #expect(outcomes.contains(.written) || !isCommitted)
    }

    @Test func `GIVEN a stopped writer in the first shared batch WHEN another opens the core THEN it gets it`() throws {
        let storage = try openShared("stopped shared")[0]
        try delayCommits(of: "stopped shared")
        defer { try? endDelay() }
        _ = try storage.commit(1)
        try cluster.wait(for: "SELECT count(*) > 0 FROM pg_stat_activity WHERE wait_event = 'PgSleep'")
        let other = try PostgresStorage.open("stopped shared")
        try endDelay()
        switch storage.outcome() {
        case .notWritten(let failure): #expect(failure.kind == .fenced)
        case .written: #expect(try other.count == "1")
        case .unknown(let reason): Issue.record("unknown: \(reason)")
        }
        #expect(try other.commit(2) == .written)
    }

    @Test func `GIVEN a shared core that is paused WHEN another opens it THEN it is not resumed`() throws {
        let storages = try openShared("paused a", "paused b")
        for storage in storages {
            _ = try storage.commit(1)
            #expect(storage.outcome() == .written)
            try storage.pause()
        }
        _ = try PostgresStorage.open("paused b")
        try storages[0].resume()
        let failure = #expect(throws: StorageFailure.self) { try storages[1].resume() }
        #expect(failure?.kind == .fenced)
        _ = try storages[0].commit(2)
        #expect(storages[0].outcome() == .written)
    }

    @Test func `GIVEN shared cores with small journals THEN each keeps the newest entries`() throws {
        let storages = try openShared("trimmed a", "trimmed b", retention: Retention(bytes: 1000))
        let entry = Array((String(repeating: "x", count: 99) + "\n").utf8)
        for revision in 1...40 {
            for storage in storages {
                try entry.withUnsafeBytes { entry in
                    try storage.write(StorageHead(revision: revision, opens: 1), entries: { RowText(entry) }) { _ in }
                }
            }
        }
        for storage in storages {
            var revisions: [Int] = []
            try storage.readJournal { head, _ in
                revisions.append(head.revision)
                return true
            }
            #expect(revisions.first == 40)
            #expect((10...12).contains(revisions.count))
            #expect(storage.figures?.journalBatches == revisions.count)
        }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `GIVEN random changes of a shared core WHEN it is opened again THEN it has them`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let name = "shared random \(seed)"
        var expected: [String] = []
        var next = 0
        for _ in 0..<3 {
            let store = try StateStore(Todo(), storage: openShared(name)[0])
            #expect(store.state().items.map(\.id) == expected)
            for _ in 0..<60 {
                next += 1
                // The same place again and again, until its elements get new ones.
                let position =
                    seed.isMultiple(of: 2) ? expected.count / 2 : Int.random(in: 0...expected.count, using: &random)
                store.change(.insert(Item(id: "\(next)", text: "new"), position))
                expected.insert("\(next)", at: position)
                try #require(store.failure == nil)
            }
        }
    }

    // MARK: Behind the C interface

    @Test func `GIVEN cores that share a connection THEN their hosts hear what is stored, once it is`() throws {
        let bench = CoreBench()
        let cores = try (1...5).map { try bench.open("heard \($0)", #","connections":1"#) }
        for round in 1...20 {
            for core in cores { try core.send(#"{"add":"\#(round)","@id":\#(round)}"#) }
            for core in cores { try core.drive() }
            #expect(bench.take().count == 5)
        }
        for core in cores { try core.close() }
        for number in 1...5 {
            let items = try StateStore(Todo(), storage: PostgresStorage.open("heard \(number)")).state().items
            #expect(items.map(\.id) == (1...20).map(String.init))
        }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `GIVEN shared backends that end at random THEN what is heard is stored, and nothing else`(seed: UInt64) throws
    {
        try endBackends(of: (1...4).map { "shared cut \(seed) \($0)" }, #","connections":2"#, messages: 150, seed: seed)
    }

    @Test func `GIVEN a shared core of a Swift program WHEN another opens it THEN it closes`() throws {
        let engine = PostgresEngine(files: SQLiteEngine())
        func open() throws -> AppCore<Todo, TodoMessage> {
            try AppCore(
                todoApp, store: .postgres(cluster.address, core: "shared of swift", connections: 1), engine: engine)
        }
        let first = try open()
        first.send(.add("a"))
        drive(first) { !first.state.items.isEmpty }
        let second = try open()
        first.send(.add("b"))
        drive(first) { first.isClosed }
        #expect(first.isClosed)
        #expect(second.state.items.map(\.id) == ["a"])
        second.close()
    }

    // MARK: -

    /// Drives a core until a condition holds, for some seconds at most.
    private func drive(_ core: AppCore<Todo, TodoMessage>, until isOver: () -> Bool) {
        for _ in 0..<1000 where !isOver() {
            core.process()
            sleep(milliseconds: 5)
        }
    }

    /// Holds the row of a core locked while `body` passes batches to the writer, which waits for it with those before.
    private func holdUp(_ core: String, _ body: () throws -> Void) throws {
        let connection = try Connection(Address(cluster.address))
        defer { connection.close() }
        try connection.run("BEGIN; SELECT 1 FROM adit.core WHERE name = '\(core)' FOR UPDATE")
        try body()
        sleep(milliseconds: 50)
        try connection.run("COMMIT")
    }
}
