import Adit
import AditJSON
import AditState
import Synchronization
import TestSupport
import Testing

@testable import AditHost

@Message private enum Message {
    case request(Request)
    enum Request { case add(String) }
}

@Model private struct Words: State {
    var all: [String] = []
    enum Change { case add(String) }
    mutating func apply(_ change: Change) { if case .add(let word) = change { all.append(word) } }
}

private let app: App<Words, Message> = App("words", schemaVersion: 3, state: Words()) { core in
    let store = core.store
    return [Feature { message in if case .request(.add(let word)) = message { store.change(.add(word)) } }]
}

/// An engine of stores in memory, by their paths.
private final class MemoryEngine: StorageEngine {
    struct Opened: @unchecked Sendable { let storage: any StateStorage }  // Used on the test's thread.
    private let stores = Mutex<[String: Opened]>([:])
    let opened = Mutex<[String]>([])

    func open(
        _ file: StoreFile, durability: Durability, retention: Retention, validate: (any StateStorage) throws -> Void
    ) throws(StorageFailure) -> any StateStorage {
        let place = file.core.map { "\(file.path) \($0)" } ?? file.path
        opened.withLock { $0.append("\(file.app) \(place) \(file.schemaVersion) \(durability) \(retention.bytes)") }
        guard file.path != "full" else { throw StorageFailure(.failed, "full: there is no room") }
        return stores.withLock { stores in
            let storage = stores[file.path] ?? Opened(storage: MemoryStorage())
            stores[file.path] = storage
            return storage
        }.storage
    }

    func check(
        _ file: StoreFile, findFailures: (any StateStorage) throws -> [CodingFailure]
    ) throws(StorageFailure) -> StorageVerdict {
        file.path == "old" ? .needsMigration(from: 2, to: file.schemaVersion) : .new
    }

    func repair(
        _ file: StoreFile, to path: String, findFailures: (any StateStorage) throws -> [CodingFailure]
    ) throws(StorageFailure) -> StorageRepair {
        StorageRepair(
            path: path, revision: 4, written: 4, members: 1, lostMembers: [], tables: [], isWhole: true, failures: [])
    }

    func read<R>(_ file: StoreFile, _ body: (any StateStorage) throws -> R) throws -> R {
        try body(open(file, durability: .full, retention: .none) { _ in })
    }

    func isStore(_: UnsafeRawBufferPointer) -> Bool { false }
    func hasOpen(_: String) -> Bool { false }
}

/// GIVEN an app with an engine WHEN a config requests a store THEN that engine keeps it.
struct StorageEngineTests {
    private let engine = MemoryEngine()

    /// Opens a core, sends a message, and returns the messages to the host.
    private func run(_ config: String, _ text: String) throws -> [String] {
        let buffer = MessageBuffer()
        let core = try withJSON(config) { root in
            let opening = try Opening(reading: root, storage: engine)
            return try HostedCore(
                AppEntry(app, storage: engine).makeCore(opening), opening, buffer: buffer, isPulled: false)
        }
        core.enter()
        defer { core.leave() }
        var text = text
        _ = try text.withUTF8 { try core.enqueue(UnsafeRawBufferPointer($0), ticket: nil) }
        while core.handleNext(through: core.lastQueued) {}
        core.endBatch()
        var heard: [String] = []
        buffer.drain { text, _ in heard.append(String(cString: text)) }
        core.close()
        return heard
    }

    private func store(_ config: String) throws -> Config.Store {
        try #require(
            withJSON(config) { try Opening(reading: $0, storage: engine) }.config.store)
    }

    @Test func `what one core writes, the next one reads`() throws {
        let config = #"{"store":{"path":"a","durability":"normal","retention":{"bytes":0}}}"#
        #expect(try run(config, #"{"request":{"add":"one"}}"#) == [])
        #expect(
            try run(config, #"{"@get":{"path":"/all"}}"#)
                == [#"{"@value":{"path":"/all","revision":1,"value":["one"]}}"#])
        #expect(engine.opened.withLock { $0 } == ["words a 3 normal 0", "words a 3 normal 0"])
    }

    @Test func `its failure to open is the host's error`() throws {
        let error = #expect(throws: HostError.self) { try run(#"{"store":{"path":"full"}}"#, "{}") }
        #expect(error?.code == .store)
        #expect(error?.text == "full: there is no room")
    }

    @Test func `a core in a database has its address and its name`() throws {
        let config = #"{"store":{"postgres":"postgresql://me:secret@db/adit","core":"list-42"}}"#
        #expect(try run(config, #"{"request":{"add":"one"}}"#) == [])
        #expect(engine.opened.withLock { $0 } == ["words postgresql://me:secret@db/adit list-42 3 full 16777216"])
        // Its address, which may have a password, is in no message.
        let check = #"{"store":{"postgres":"postgresql://me:secret@db/adit","core":"list-42","check":true}}"#
        #expect(try AppEntry(app, storage: engine).check(store(check)) == #"new: the core "list-42" would be made"#)
    }

    @Test(arguments: [
        (#"{}"#, #"store: missing key "path""#),
        (#"{"path":"a","postgres":"b","core":"c"}"#, #"store.path: found beside "postgres"; a store is in one place"#),
        (#"{"path":"a","core":"c"}"#, #"store.core: found without "postgres", the database that the core is in"#),
        (#"{"postgres":"b"}"#, #"store.core: found ""; the name of the core is expected, of 1 to 255 bytes"#),
        (#"{"postgres":"","core":"c"}"#, #"store.postgres: found ""; the address of a database is expected"#),
        (
            #"{"postgres":"b","path":"a","create":true}"#,
            #"store.path: found beside "postgres"; a store is in one place"#
        ),
        (#"{"postgres":"b","check":true,"create":true}"#, "store.create: found beside another thing to do"),
        (#"{"postgres":"b","connections":2,"create":true}"#, "store.create: found beside another thing to do"),
        (
            #"{"path":"a","connections":2}"#,
            #"store.connections: found without "postgres", the database that they are made to"#
        ),
        (
            #"{"postgres":"b","core":"c","connections":0}"#,
            "store.connections: found 0; a number over 0 is expected"
        ),
        (
            #"{"postgres":"b","core":"c","connections":300}"#,
            "store.connections: found 300; a number from 1 to 127 is expected"
        ),
        (
            #"{"postgres":"b","core":"c","connections":2,"move":{"path":"a"}}"#,
            #"store.connections: found beside "move", which opens no core"#
        ),
    ])
    func `a store is in one place`(store: String, expected: String) {
        let failure = #expect(throws: CodingFailure.self) { try self.store(#"{"store":\#(store)}"#) }
        #expect(failure?.description == expected)
    }

    @Test func `it checks and repairs`() throws {
        let entry = AppEntry(app, storage: engine)
        #expect(try entry.check(store(#"{"store":{"path":"b","check":true}}"#)) == "new: b would be made")
        #expect(
            try entry.check(store(#"{"store":{"path":"old","check":true}}"#))
                == "needs migration: from version 2 to 3")
        #expect(
            try entry.check(store(#"{"store":{"path":"b","repair":"c"}}"#))
                == "repaired: c has all that was committed: revision 4, 1 member")
    }
}
