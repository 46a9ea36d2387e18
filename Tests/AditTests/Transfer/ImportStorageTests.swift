import TestSupport
import Testing
@testable import Adit
@testable import AditJSON
@testable import AditState

/// GIVEN a state that is kept, or followed WHEN another one is imported THEN it is kept and told of as what one message
/// did.
@Suite(.onUncertainStorages) struct ImportStorageTests {
    @Test(arguments: 0..<20 as Range<UInt64>)
    func `what is stored is the imported state`(_ seed: UInt64) throws {
        let text = try TransferBench(TransferBench.randomState(seed)).exported()
        let storage = MemoryStorage()
        let bench = try TransferBench(TransferBench.randomState(seed + 500), storage: storage)
        try bench.take(text)
        #expect(storage.head?.revision == 1)
        #expect(try TransferBench(storage: storage).exportText == text)
    }

    @Test
    func `changes go on from the imported state`() throws {
        let storage = MemoryStorage()
        let bench = try TransferBench(storage: storage)
        try bench.take(TransferBench(TransferBench.randomState(2)).exported())
        bench.store.change(.random(SeededGenerator(seed: 3), steps: 40))
        #expect(storage.head?.revision == 2)
        #expect(try TransferBench(storage: storage).text == bench.text)
    }

    @Test
    func `where it cannot be stored, the state is the old one`() throws {
        let storage = FailingStorage()
        let bench = try TransferBench(TransferBench.randomState(4), storage: storage)
        let before = try bench.text
        storage.fails = true
        #expect(throws: StorageFailure(.failed, "the disk is full")) {
            try bench.take(TransferBench(TransferBench.randomState(5)).exported())
        }
        #expect(try bench.text == before)
        #expect(bench.core.loop.revision == 0)
        storage.fails = false
        bench.store.change(.random(SeededGenerator(seed: 6), steps: 40))
        #expect(try TransferBench(storage: storage).text == bench.text)
    }

    @Test
    func `the journal has no changes of it, but of what comes next`() throws {
        let storage = MemoryStorage()
        let bench = try TransferBench(storage: storage)
        try bench.take(TransferBench(TransferBench.randomState(2)).exported())
        bench.store.change(.random(SeededGenerator(seed: 3), steps: 40))
        var entries: [String] = []
        try storage.readJournal { _, text in
            entries.append(text.string)
            return true
        }
        #expect(entries.count == 2)
        #expect(entries.last?.contains(#""batch":{"from":0,"revision":1,"changes":null}"#) == true)
        #expect(entries.first?.contains(#""from":1,"revision":2,"changes":[{"op""#) == true)
    }

    @Test
    func `history does not reach back beyond it`() throws {
        let bench = try TransferBench(storage: MemoryStorage())
        try bench.take(#"{"name":"imported"}"#)
        bench.store.change(.random(SeededGenerator(seed: 3), steps: 40))
        let writer = JSONWriter()
        let name = try PartPath(#require(JSONPointer("/name")))
        _ = try bench.core.reading.write(name, at: 1, to: writer)
        #expect(writer.text == #""imported""#)
        let error = #expect(throws: CodingFailure.self) { try bench.core.reading.write(name, at: 0, to: writer) }
        #expect(error?.description == "revision: found 0, before an import; one from 1 on is expected")
    }

    @Test
    func `who follows the state is told`() throws {
        let bench = try TransferBench(TransferBench.randomState(8))
        var told: [ChangeSet] = []
        bench.store.updated { told.append($0) }
        let pointer = try #require(JSONPointer("/name"))
        let subscriber = try #require(bench.core.reading.subscribe("name", of: nil, to: pointer, nil))
        try bench.take(#"{"name":"another"}"#)
        #expect(told.count == 1)
        #expect(bench.core.subscriptions.dequeue() === subscriber)
        // The same again is no news.
        try bench.take(#"{"name":"another"}"#)
        #expect(told.count == 1)
        #expect(bench.core.subscriptions.dequeue() == nil)
    }
}

/// One that can be made to fail.
private final class FailingStorage: StateStorage {
    private let storage = MemoryStorage()
    var fails = false

    var head: StorageHead? { storage.head }
    func readMembers(_ body: (String, RowText) throws(CodingFailure) -> Void) throws { try storage.readMembers(body) }
    func readTables() -> [String] { storage.readTables() }
    func readElements(of table: String, _ body: (RowText, RowText) throws(CodingFailure) -> Void) throws {
        try storage.readElements(of: table, body)
    }
    func write(_ head: StorageHead, entries: () -> RowText, _ body: (any RowSink) throws -> Void) throws {
        try storage.write(head, entries: entries) { sink in
            try body(sink)
            if fails { throw StorageFailure(.failed, "the disk is full") }
        }
    }
    func readJournal(_ body: (StorageHead, RowText) throws -> Bool) throws { try storage.readJournal(body) }
    func close() {}
}
