import AditReplay
import AditSQLite
import AditState
import AditSwiftHost
import Glibc
import Testing
import TestSupport

@Suite(.onUncertainStorages) struct StoredCoreTests {
    private let path = "/tmp/adit-swift-host-\(getpid())-\(UInt64.random(in: 0 ... .max)).adit"

    @Test func `the state is there when the file is opened again`() throws {
        defer { unlink(path) }
        // GIVEN
        let first = try AppCore(notesApp(), store: .file(path), engine: uncertain(SQLiteEngine()))
        first.send(.add("a"))
        first.process()
        first.close()
        // WHEN
        let second = try AppCore(notesApp(), store: .file(path), engine: uncertain(SQLiteEngine()))
        // THEN
        #expect(second.state.notes == ["a"])
        #expect(second.revision == 1)
    }

    @Test func `a file that is open elsewhere is refused`() throws {
        defer { unlink(path) }
        let core = try AppCore(notesApp(), store: .file(path), engine: uncertain(SQLiteEngine()))
        // WHEN
        let error = #expect(throws: AppCoreError.self) {
            try AppCore(notesApp(), store: .file(path), engine: uncertain(SQLiteEngine()))
        }
        // THEN
        #expect(error?.kind == .locked)
        core.close()
    }

    @Test func `the journal is that of any host, and is replayed`() throws {
        defer { unlink(path) }
        // GIVEN
        let core = try AppCore(
            notesApp(), store: .file(path), engine: uncertain(SQLiteEngine()),
            gateways: [answerHost.served { (question: String) -> String in "\(question)!" }])
        core.send(.add("a"), id: "1")
        core.process()
        core.send(.draw)
        core.send(.ask("yes"))
        core.process()
        core.send(.addAndFail("b"))
        core.process()
        let state = core.state
        core.close()
        // WHEN
        let report = try replay(notesApp(), of: path)
        // THEN
        #expect(report.difference == nil)
        #expect(report.messages == 4 && report.isComplete)
        #expect(state.notes.count == 3)
    }

    @Test func `a batch that cannot be stored is undone, and its messages fail`() async throws {
        // GIVEN
        let engine = FullEngine()
        let core = try AppCore(notesApp(), store: .file("memory", retention: .none), engine: engine)
        let outputs = core.outputs
        core.send(.add("a"))
        core.process()
        // WHEN
        engine.storage.isFull = true
        core.send(.add("b"), id: "lost")
        core.process()
        // THEN
        #expect(core.state.notes == ["a"])
        // WHEN
        engine.storage.isFull = false
        core.send(.add("c"))
        core.process()
        core.close()
        // THEN
        #expect(
            await texts(of: outputs) == [
                "wasAdded(\"a\")", "lost: add(\"b\") failed: there is no room", "wasAdded(\"c\")",
            ])
    }
}

/// An engine of one store in memory, which can be full.
private final class FullEngine: StorageEngine {
    let storage = FullStorage()

    func open(
        _: StoreFile, durability _: Durability, retention _: Retention, validate _: (any StateStorage) throws -> Void
    ) throws(StorageFailure) -> any StateStorage { storage }

    func check(
        _: StoreFile, findFailures _: (any StateStorage) throws -> [CodingFailure]
    ) throws(StorageFailure) -> StorageVerdict { .new }

    func repair(
        _: StoreFile, to _: String, findFailures _: (any StateStorage) throws -> [CodingFailure]
    ) throws(StorageFailure) -> StorageRepair { throw StorageFailure(.failed, "no repair") }

    func read<R>(_: StoreFile, _ body: (any StateStorage) throws -> R) throws -> R { try body(storage) }
    func isStore(_: UnsafeRawBufferPointer) -> Bool { false }
    func hasOpen(_: String) -> Bool { false }
}

/// A storage in memory that can be full. Used on the test's thread.
private final class FullStorage: StateStorage, @unchecked Sendable {
    private let memory = MemoryStorage()
    var isFull = false

    var head: StorageHead? { memory.head }

    func readMembers(_ body: (String, RowText) throws(CodingFailure) -> Void) throws { try memory.readMembers(body) }
    func readTables() throws(StorageFailure) -> [String] { memory.readTables() }

    func readElements(
        of table: String, _ body: (_ id: RowText, _ value: RowText) throws(CodingFailure) -> Void
    ) throws { try memory.readElements(of: table, body) }

    func write(_ head: StorageHead, entries: () -> RowText, _ body: (any RowSink) throws -> Void) throws {
        if isFull { throw StorageFailure(.failed, "there is no room") }
        try memory.write(head, entries: entries, body)
    }

    func readJournal(_ body: (_ head: StorageHead, _ entries: RowText) throws -> Bool) throws {
        try memory.readJournal(body)
    }

    func close() {}
}
