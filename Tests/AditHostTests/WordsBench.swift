import TestSupport
import Adit
import AditJSON
import AditState
import AditUncertainStorage

@testable import AditHost

@Message enum WordsMessage {
    case add(String)
    /// Asks the host by a durable request.
    case fetch(String)
    /// Asks the host by an effect.
    case ask(String)
    case fail
    @Outgoing case wasAdded(String)
    case wasFetched(String)
}

@Model struct WordsState: State {
    var all: [String] = []
    enum Change { case add(String) }
    mutating func apply(_ change: Change) { if case .add(let word) = change { all.append(word) } }
}

private struct Refusal: Error, CustomStringConvertible { let description = "no" }

private let host = HostGateway<String, String>("host")

private let app: App<WordsState, WordsMessage> = App(
    "words", state: WordsState(), gateways: [host], durable: [.requests(to: host)], undo: .all
) { core in
    let (store, output, effects, asking) = (core.store, core.output, core.makeEffects(), core.connect(host))
    let fetching = core.durable(
        host, retry: RetryPolicy(maximumAttempts: 3, initialInterval: .seconds(1), backoffCoefficient: 1)
    ) { answer in
        switch answer.result {
        case .success(let word): .wasFetched(word)
        case .failure(let failure): .wasFetched("\(failure)")
        }
    }
    return [
        Feature { message in
            switch message {
            case .add(let word):
                store.change(.add(word))
                output(.wasAdded(word))
            case .fetch(let word): try fetching.request(word)
            case .ask(let word): effects.run { output(.wasFetched(try await asking(word))) }
            case .wasFetched(let word): store.change(.add(word))
            case .fail:
                store.change(.add("failed"))
                throw Refusal()
            case .wasAdded: break
            }
        }
    ]
}

/// A core of words whose storage does what a test says.
final class WordsBench {
    let engine: UncertainEngine
    let core: HostedCore
    private let buffer = MessageBuffer()

    init(_ engine: UncertainEngine, _ store: String, _ more: String = "") throws {
        self.engine = engine
        let text =
            #"{"store":{"path":"words"\#(store)},"gateways":["host"],"clock":"virtual","figures":true"#
            + #","log":"trace"\#(more)}"#
        let buffer = buffer
        core = try withJSON(text) { root in
            let opening = try Opening(reading: root, storage: engine)
            return try HostedCore(
                AppEntry(app, storage: engine).makeCore(opening), opening, buffer: buffer, isPulled: false)
        }
    }

    /// Handles messages in one batch, and returns the messages to the host.
    @discardableResult
    func send(_ texts: String..., fails: Bool = false) throws -> [String] {
        engine.courses = fails ? [.known(isWritten: false)] : []
        defer { engine.courses = [] }
        for text in texts {
            var text = text
            _ = try text.withUTF8 { try core.enqueue(UnsafeRawBufferPointer($0), ticket: nil) }
        }
        return drive()
    }

    func drive() -> [String] {
        core.beginCall()
        core.enter()
        while core.handleNext(through: core.lastQueued) {}
        core.endBatch()
        core.leave()
        return deliver()
    }

    func deliver() -> [String] {
        var heard: [String] = []
        buffer.drain { text, _ in heard.append(String(cString: text)) }
        return heard
    }

    func close() {
        core.enter()
        core.endBatch()
        core.endEffects()
        core.close()
        core.leave()
    }
}

extension UncertainEngine {
    /// Writes a record into the store, which is closed.
    func write(_ text: String, as name: String) throws {
        let file = StoreFile(path: "words", app: "words", schemaVersion: 1, migrations: [])
        let storage = try open(file, durability: .full, retention: .none) { _ in }
        let head = storage.head ?? StorageHead(revision: 0, opens: 1)
        try storage.write(head, entries: { .empty }) { sink in
            try Array(text.utf8).withUnsafeBytes { try sink.put(RowText($0), of: name) }
        }
        storage.close()
    }
}
