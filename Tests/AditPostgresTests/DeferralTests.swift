import AditState
import Testing

@testable import AditC
@testable import AditPostgres

/// GIVEN transactions that are synced together THEN the last one waits for the database, and what it cannot wait for is
/// not heard.
extension PostgresTests {
    /// The number of the last transaction of a core that others see.
    private func batch(_ core: String) throws -> String? {
        try cluster.run("SELECT batch FROM adit.core WHERE name = '\(core)'")
    }

    @Test func `GIVEN steps of an undo history WHEN they are handled together THEN only the last one waits`() throws {
        let bench = CoreBench()
        let core = try bench.open("steps", #"},"undo":{"bytes":100000"#)
        let opening = try #require(Int(batch("steps") ?? ""))
        try setStandby("missing")
        defer { try? setStandby("") }
        let seen = Counter()
        let isLifted = onceCommitWaits(for: "SyncRep") {
            if try batch("steps") == "\(opening + 2)" { seen.add() }
            try setStandby("")
        }
        for id in ["a", "b", "c"] { try core.send(#"{"add":"\#(id)"}"#) }
        try core.drive()
        #expect(isLifted())
        #expect(seen.count == 1)
        #expect(bench.take() == ["a", "b", "c"].map { #"{"wasAdded":"\#($0)"}"# })
        try core.send(#"{"@undo":{}}"#)
        try core.drive()
        try core.close()
        let stored = try StateStore(Todo(), storage: PostgresStorage.open("steps")).state()
        #expect(stored.items.map(\.id) == ["a", "b"])
    }

    @Test func `GIVEN transactions that are not synced WHEN none follows THEN they are, by one more`() throws {
        let storage = try PostgresStorage.open("alone")
        #expect(try storage.commit(1) == .written)
        try setStandby("missing")
        defer { try? setStandby("") }
        #expect(storage.deferSync())
        #expect(try storage.commit(2) == .written)
        #expect(try storage.commit(3) == .written)
        let isLifted = onceCommitWaits(for: "SyncRep") { try setStandby("") }
        try storage.sync()
        #expect(isLifted())
        // WHEN nothing is to be synced THEN nothing is written
        let last = try batch("alone")
        try storage.sync()
        #expect(try batch("alone") == last)
        #expect(try storage.count == "3")
    }

    @Test func `GIVEN transactions that are not synced WHEN the database loses them THEN nothing more is written`()
        throws
    {
        let storage = try PostgresStorage.open("lost")
        #expect(try storage.commit(1) == .written)
        #expect(storage.deferSync())
        #expect(try storage.commit(2) == .written)
        // As it is after its process has ended: the transaction before is the last one.
        var before = storage.row
        before.batch -= 1
        let next = storage.row.next(StorageHead(revision: 3, opens: 1))
        let reconnection = storage.reconnect("cut", next, nil)
        let pending = PostgresStorage.Pending(row: next, extent: storage.journal, course: .reconnecting(reconnection))
        guard case .notWritten(let failure) = storage.conclude(pending, .owned(before)) else {
            Issue.record("found a transaction behind a lost one")
            return
        }
        #expect(failure.description.contains("the database was restored, or another program has written it"))
        #expect(throws: StorageFailure.self) { try storage.commit(4) }
        let error = #expect(throws: StorageFailure.self) { try storage.sync() }
        #expect(error?.description.contains("it is unknown whether this is written; open it again to see") == true)
        while reconnection.found == nil { sleep(milliseconds: 10) }
    }

    @Test func `GIVEN connections that cores share, or no wait for the disk THEN no transaction is deferred`() throws {
        let address = try cluster.start()
        let shared = try PostgresStorage.open(address, core: "shared steps", app: "todo", connections: 1)
        #expect(!shared.deferSync())
        let normal = try PostgresStorage.open(address, core: "normal steps", app: "todo", durability: .normal)
        #expect(!normal.deferSync())
    }
}
