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

/// Steps of an undo history are transactions of their own, which one sync follows.
@Suite struct SyncedStepTests {
    private let engine = FullEngine()

    /// Sends notes, each a step, and handles them together.
    private func send(_ notes: [String], to core: AppCore<Notes, NotesMessage>) {
        for note in notes { core.send(.add(note), id: note) }
        core.process()
    }

    private func open() throws -> AppCore<Notes, NotesMessage> {
        engine.storage.defersSync = true
        return try AppCore(notesApp(), store: .file("memory"), engine: engine, undo: true)
    }

    @Test func `steps that are handled together are synced together, and undone one by one`() async throws {
        // GIVEN
        let core = try open()
        let outputs = core.outputs
        let opening = engine.storage.writes
        // WHEN
        send(["a", "b", "c"], to: core)
        // THEN
        #expect(engine.storage.writes == opening + 3)
        #expect(engine.storage.syncs == 1)
        #expect(try core.undo()?.messages == ["add"])
        #expect(core.state.notes == ["a", "b"])
        core.close()
        #expect(
            await texts(of: outputs) == [#"a: wasAdded("a")"#, #"b: wasAdded("b")"#, #"c: wasAdded("c")"#])
    }

    @Test func `a step that is not written fails, and those beside it are kept`() async throws {
        // GIVEN
        let core = try open()
        let outputs = core.outputs
        // WHEN
        engine.storage.refusedWrite = engine.storage.writes + 2
        send(["a", "b", "c"], to: core)
        // THEN
        #expect(core.state.notes == ["a", "c"])
        #expect(engine.storage.syncs == 1)
        core.close()
        #expect(
            await texts(of: outputs) == [
                #"a: wasAdded("a")"#, #"b: add("b") failed: there is no room"#, #"c: wasAdded("c")"#,
            ])
    }

    @Test func `if they cannot be synced, all fail, and the core closes`() async throws {
        // GIVEN
        let core = try open()
        let outputs = core.outputs
        send(["a"], to: core)
        // WHEN
        engine.storage.failsSync = true
        send(["b", "c"], to: core)
        // THEN
        #expect(core.isClosed)
        #expect(
            await texts(of: outputs) == [
                #"a: wasAdded("a")"#, #"b: add("b") failed: it is unknown"#, #"c: add("c") failed: it is unknown"#,
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

/// A storage in memory that can be full, and that syncs several transactions at once. Used on the test's thread.
private final class FullStorage: StateStorage, @unchecked Sendable {
    private let memory = MemoryStorage()
    var isFull = false
    /// The number of the transaction that is refused.
    var refusedWrite: Int?
    var defersSync = false
    var failsSync = false
    private(set) var writes = 0
    private(set) var syncs = 0

    var head: StorageHead? { memory.head }

    func readMembers(_ body: (String, RowText) throws(CodingFailure) -> Void) throws { try memory.readMembers(body) }
    func readTables() throws(StorageFailure) -> [String] { memory.readTables() }

    func readElements(
        of table: String, _ body: (_ id: RowText, _ value: RowText) throws(CodingFailure) -> Void
    ) throws { try memory.readElements(of: table, body) }

    func write(_ head: StorageHead, entries: () -> RowText, _ body: (any RowSink) throws -> Void) throws {
        writes += 1
        if isFull || writes == refusedWrite { throw StorageFailure(.failed, "there is no room") }
        try memory.write(head, entries: entries, body)
    }

    func readJournal(_ body: (_ head: StorageHead, _ entries: RowText) throws -> Bool) throws {
        try memory.readJournal(body)
    }

    func deferSync() -> Bool { defersSync }

    func sync() throws(StorageFailure) {
        syncs += 1
        if failsSync { throw StorageFailure(.failed, "it is unknown") }
    }

    func close() {}
}
