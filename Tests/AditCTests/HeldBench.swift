import Adit
import AditJSON
import AditState
import AditUncertainStorage
import CAdit
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import AditC
@testable import AditHost

@Message enum WordsMessage {
    case add(String)
    case addLater(word: String, milliseconds: Int)
    @Internal case addNow(String)
    @Outgoing case wasAdded(String)
}

@Model struct Words: State {
    var all: [String] = []
    enum Change { case add(String) }
    mutating func apply(_ change: Change) { if case .add(let word) = change { all.append(word) } }
}

/// Words that are added at once, or later.
let wordsApp: App<Words, WordsMessage> = App("words", state: Words(), undo: .all) { core in
    let (store, output, effects) = (core.store, core.output, core.makeEffects())
    return [
        Feature { message in
            switch message {
            case .add(let word), .addNow(let word):
                store.change(.add(word))
                output(.wasAdded(word))
            case .addLater(let word, let milliseconds):
                effects.after(.milliseconds(milliseconds)) { output(.addNow(word)) }
            case .wasAdded: break
            }
        }
    ]
}

/// Cores of the app `words` on one store in memory, with transactions whose outcomes are unknown until the test calls
/// ``signal()``.
final class HeldBench: @unchecked Sendable {  // Other threads only signal, or read what they hear.
    let engine = UncertainEngine(notify: nil)
    private let heard = Mutex<[String]>([])

    /// Opens a core.
    ///
    /// - Parameters:
    ///   - store: more members of `store` in the config, each after a comma.
    ///   - config: more members of the config, likewise.
    ///   - path: another path than the store's; nil for a core without one.
    func open(
        store: String = "", _ config: String = "", isStored: Bool = true, isPulled: Bool = false
    ) throws -> CoreHandle {
        let text = isStored ? #"{"store":{"path":"a"\#(store)}\#(config)}"# : "{\(config.dropFirst())}"
        let buffer = MessageBuffer()
        let (core, limits) = try withJSON(text) { root in
            let opening = try Opening(reading: root, storage: engine)
            let core = try AppEntry(wordsApp, storage: engine).makeCore(opening)
            let hosted = try HostedCore(core, opening, buffer: buffer, isPulled: isPulled)
            if let record = opening.config.record { try hosted.recorder?.start(in: RecordingFile(record)) }
            return (hosted, opening.config)
        }
        let hear: adit_message_fn = { context, _, text, _ in
            guard let context, let text else { return }
            let bench = Unmanaged<HeldBench>.fromOpaque(context).takeUnretainedValue()
            bench.heard.withLock { $0.append(String(cString: text)) }
        }
        let host = CoreHandle.Host(
            hear: isPulled ? nil : hear, context: Unmanaged.passUnretained(self).toOpaque(), release: nil)
        let handle = try CoreHandle.table.add { id in
            CoreHandle(id: id, core: core, buffer: buffer, host: host, limits)
        }
        core.calls.owner = handle
        return handle
    }

    /// Has the core ask for the outcome.
    func signal() { engine.storage?.signal() }

    /// The number of messages that have changed the state and are written.
    var revision: Int? { engine.storage?.head?.revision }

    /// Removes and returns what the callback was called with.
    func take() -> [String] {
        heard.withLock { texts in
            defer { texts = [] }
            return texts
        }
    }
}

extension CoreHandle {
    func send(_ texts: String...) throws {
        for var text in texts { _ = try text.withUTF8 { try send(UnsafeRawBufferPointer($0)) } }
    }

    func call(_ text: String, timeout: Int32 = 0) throws -> String {
        var text = text
        let answer = try text.withUTF8 { try call(UnsafeRawBufferPointer($0), timeout: timeout, from: 0) }
        defer { free(answer.pointer) }
        return answer.pointer.map { String(cString: $0) } ?? ""
    }

    /// Calls, and expects that the time is up before the outcome of a batch is known.
    func callInVain(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
        let error = #expect(throws: HostError.self, sourceLocation: sourceLocation) { try call(text) }
        #expect(error?.code == .timedOut, sourceLocation: sourceLocation)
    }

    @discardableResult
    func process() throws -> Int { try process(timeout: 0, from: 0) }

    func close() throws { try CoreHandle.close(id, timeout: 0, from: 0) }

    func receive() throws -> String? {
        guard let text = try receive(timeout: 0, from: 0) else { return nil }
        defer { free(text.pointer) }
        return text.pointer.map { String(cString: $0) }
    }
}

/// Returns whether a descriptor is readable.
func isReadable(_ descriptor: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) > 0
}
