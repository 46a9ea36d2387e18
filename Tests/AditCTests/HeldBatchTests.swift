import Adit
import AditJSON
import AditState
import AditTesting
import CAdit
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import AditC
@testable import AditHost

@Message private enum Message {
    case add(String)
    @Outgoing case wasAdded(String)
}

@Model private struct Words: State {
    var all: [String] = []
    enum Change { case add(String) }
    mutating func apply(_ change: Change) { if case .add(let word) = change { all.append(word) } }
}

private let app: App<Words, Message> = App("words", state: Words()) { core in
    let (store, output) = (core.store, core.output)
    return [
        Feature { message in
            guard case .add(let word) = message else { return }
            store.change(.add(word))
            output(.wasAdded(word))
        }
    ]
}

/// An engine of one store in memory, whose batches take the given courses.
private final class Engine: StorageEngine, @unchecked Sendable {  // Changed on the test's thread.
    let memory = MemoryStorage()
    private(set) var storage: UncertainStorage?
    var courses: [UncertainStorage.Course] = []

    func open(
        _: StoreFile, durability _: Durability, retention _: Retention, validate _: (any StateStorage) throws -> Void
    ) throws(StorageFailure) -> any StateStorage {
        let storage = UncertainStorage(memory, signals: false) { [self] in
            courses.isEmpty ? .known(isWritten: true) : courses.removeFirst()
        }
        self.storage = storage
        return storage
    }

    func check(
        _: StoreFile, findFailures _: (any StateStorage) throws -> [CodingFailure]
    ) throws(StorageFailure) -> StorageVerdict { .new }

    func repair(
        _: StoreFile, to _: String, findFailures _: (any StateStorage) throws -> [CodingFailure]
    ) throws(StorageFailure) -> StorageRepair { throw StorageFailure(.failed, "no repair") }

    func read<R>(_: StoreFile, _ body: (any StateStorage) throws -> R) throws -> R { try body(memory) }
    func isStore(_: UnsafeRawBufferPointer) -> Bool { false }
    func hasOpen(_: String) -> Bool { false }
}

/// GIVEN a C host, and a storage that does not know whether a batch is written WHEN the host goes on THEN it receives
/// nothing of the batch until the storage knows.
struct HeldBatchTests {
    private let engine = Engine()
    private let heard = Heard()

    private final class Heard: Sendable {
        let texts = Mutex<[String]>([])
        func take() -> [String] {
            texts.withLock { texts in
                defer { texts = [] }
                return texts
            }
        }
    }

    private func open(_ members: String = "", isPulled: Bool = false) throws -> CoreHandle {
        let config = #"{"store":{"path":"a"\#(members)}}"#
        let buffer = MessageBuffer()
        let (core, limits) = try JSONDocument(parsing: config).withRoot { root in
            let opening = try Opening(reading: root, storage: engine)
            let core = try AppEntry(app, storage: engine).makeCore(opening)
            return (try HostedCore(core, opening, buffer: buffer, isPulled: isPulled), opening.config)
        }
        let hear: adit_message_fn = { context, _, text, _ in
            guard let context, let text else { return }
            Unmanaged<Heard>.fromOpaque(context).takeUnretainedValue().texts.withLock {
                $0.append(String(cString: text))
            }
        }
        let host = CoreHandle.Host(
            hear: isPulled ? nil : hear, context: Unmanaged.passUnretained(heard).toOpaque(), release: nil)
        let handle = try CoreHandle.table.add { id in
            CoreHandle(id: id, core: core, buffer: buffer, host: host, limits)
        }
        core.calls = handle
        return handle
    }

    private func send(_ texts: String..., to handle: CoreHandle) throws {
        for var text in texts { try text.withUTF8 { try handle.send(UnsafeRawBufferPointer($0)) } }
    }

    private func call(_ text: String, timeout: Int32, _ handle: CoreHandle) throws -> String {
        var text = text
        let answer = try text.withUTF8 { try handle.call(UnsafeRawBufferPointer($0), timeout: timeout, from: 0) }
        defer { free(answer.pointer) }
        return answer.pointer.map { String(cString: $0) } ?? ""
    }

    private func isReadable(_ descriptor: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) > 0
    }

    @Test func `nothing is heard, read or done until the storage signals`() throws {
        // GIVEN
        let handle = try open()
        let descriptor = try handle.descriptor()
        engine.courses = [.unknown(asks: 2, isWritten: true)]
        // WHEN
        try send(#"{"add":"a","@id":1}"#, to: handle)
        #expect(try handle.process(timeout: 0, from: 0) == 0)
        try send(#"{"@get":{"path":"/all"}}"#, #"{"add":"b","@id":2}"#, to: handle)
        // THEN
        #expect(try handle.process(timeout: 0, from: 0) == 0)
        #expect(!isReadable(descriptor))
        // WHEN
        engine.storage?.signal()
        #expect(isReadable(descriptor))
        #expect(try handle.process(timeout: 0, from: 0) == 0)
        #expect(!isReadable(descriptor))
        // Another thread signals while the driver waits.
        let signal = UnsafeSignal(engine)
        Threads.start { signal.send() }
        while try handle.process(timeout: -1, from: 0) == 0 {}
        // THEN
        #expect(
            heard.take() == [
                #"{"wasAdded":"a","@id":1}"#, #"{"@value":{"path":"/all","revision":1,"value":["a"]}}"#,
                #"{"wasAdded":"b","@id":2}"#,
            ])
        try handle.close(timeout: 0, from: 0)
    }

    /// Signals on another thread.
    private struct UnsafeSignal: @unchecked Sendable {  // The storage's state does not change meanwhile.
        let engine: Engine
        init(_ engine: Engine) { self.engine = engine }
        func send() { engine.storage?.signal() }
    }

    @Test func `a batch that is not written is answered by errors`() throws {
        let handle = try open()
        engine.courses = [.late(asks: 1, isWritten: false)]
        try send(#"{"add":"a","@id":1}"#, to: handle)
        #expect(try handle.process(timeout: 0, from: 0) == 0)
        engine.storage?.signal()
        #expect(try handle.process(timeout: 0, from: 0) == 1)
        #expect(
            heard.take() == [
                #"{"@error":{"code":"estore","message":"the storage has not written it","path":"add"},"@id":1}"#
            ])
        #expect(
            try call(#"{"@get":{"path":"/all"}}"#, timeout: 0, handle)
                == #"[{"@value":{"path":"/all","revision":0,"value":[]}}]"#)
        try handle.close(timeout: 0, from: 0)
    }

    @Test func `a call returns once its batch is written`() throws {
        let handle = try open()
        engine.courses = [.unknown(asks: 1, isWritten: true)]
        let signal = UnsafeSignal(engine)
        Threads.start {
            // Without effect before the batch is held.
            while signal.engine.memory.head?.revision != 1 { sched_yield() }
            for _ in 0..<100 { signal.send() }
        }
        // Whenever the signals come, the last one comes after the commit.
        let answer = Result { try call(#"{"add":"a","@id":1}"#, timeout: 2_000, handle) }
        #expect(try answer.get() == #"[{"wasAdded":"a","@id":1}]"#)
        try handle.close(timeout: 0, from: 0)
    }

    @Test func `a call keeps its timeout, and says what happened`() throws {
        // GIVEN
        let handle = try open()
        engine.courses = [.unknown(asks: 1, isWritten: true)]
        // WHEN
        let own = #expect(throws: HostError.self) { try call(#"{"add":"a","@id":1}"#, timeout: 5, handle) }
        let other = #expect(throws: HostError.self) { try call(#"{"add":"b","@id":2}"#, timeout: 5, handle) }
        // THEN
        #expect(own?.code == .timedOut)
        #expect(
            own?.text
                == "the message is handled, but the storage does not know yet whether it is written; its output comes once it is"
        )
        #expect(
            other?.text
                == "the message is not handled: the storage does not know yet whether the batch before it is written")
        // WHEN
        engine.storage?.signal()
        _ = try handle.process(timeout: 0, from: 0)
        // THEN
        #expect(heard.take() == [#"{"wasAdded":"a","@id":1}"#])
        #expect(engine.memory.head?.revision == 1)
        try handle.close(timeout: 0, from: 0)
    }

    @Test func `a close keeps its timeout, and says that it is unknown`() throws {
        // GIVEN
        let handle = try open()
        engine.courses = [.never(isWritten: true)]
        try send(#"{"add":"a","@id":1}"#, to: handle)
        _ = try handle.process(timeout: 0, from: 0)
        // WHEN
        try handle.close(timeout: 5, from: 0)
        // THEN
        #expect(
            heard.take() == [
                #"{"@error":{"code":"estore","message":"the core closed before it was known whether this is written: "#
                    + #"the storage is uncertain; open the store again to see","path":"add"},"@id":1}"#,
                #"{"@closed":{}}"#,
            ])
        let next = try open()
        #expect(
            try call(#"{"@get":{"path":"/all"}}"#, timeout: 0, next)
                == #"[{"@value":{"path":"/all","revision":1,"value":["a"]}}]"#)
        try next.close(timeout: 0, from: 0)
    }

    @Test func `a host that pulls receives what was known before, and the rest later`() throws {
        // GIVEN
        let handle = try open(isPulled: true)
        engine.courses = [.known(isWritten: true), .unknown(asks: 1, isWritten: true)]
        func receive() throws -> String? {
            guard let text = try handle.receive(timeout: 0, from: 0) else { return nil }
            defer { free(text.pointer) }
            return text.pointer.map { String(cString: $0) }
        }
        try send(
            #"{"@subscribe":{"path":"/all"}}"#, #"{"add":"a"}"#, #"{"@get":{"path":""}}"#, #"{"add":"b"}"#, to: handle)
        // WHEN
        _ = try handle.process(timeout: 0, from: 0)
        var first: [String] = []
        while let text = try receive() { first.append(text) }
        // THEN
        #expect(first.contains(#"{"wasAdded":"a"}"#))
        #expect(!first.contains { $0.contains("\"b\"") })
        // WHEN
        engine.storage?.signal()
        var rest: [String] = []
        while let text = try receive() { rest.append(text) }
        // THEN
        // An answer belongs to the batch after it.
        #expect(rest.first == #"{"@value":{"path":"","revision":1,"value":{"all":["a"]}}}"#)
        #expect(rest.count == 3 && rest[1] == #"{"wasAdded":"b"}"# && rest[2].contains(#""value":"b""#))
        try handle.close(timeout: 0, from: 0)
    }

    @Test func `redelivery and once hold what is unknown, too`() throws {
        // GIVEN
        let handle = try open(#","redelivery":{},"once":{}"#)
        engine.courses = [.unknown(asks: 1, isWritten: true), .unknown(asks: 1, isWritten: false)]
        try send(#"{"add":"a","@id":1}"#, to: handle)
        #expect(try handle.process(timeout: 0, from: 0) == 0)
        try send(#"{"@heard":1}"#, #"{"add":"a","@id":1}"#, to: handle)
        // WHEN
        engine.storage?.signal()
        _ = try handle.process(timeout: 0, from: 0)
        // THEN
        #expect(heard.take().filter { $0.contains("wasAdded") }.count >= 1)
        engine.storage?.signal()
        _ = try handle.process(timeout: 0, from: 0)
        try handle.close(timeout: 0, from: 0)
        #expect(engine.memory.head?.revision == 1)
    }
}
