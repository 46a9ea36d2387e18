import AditSQLite
import AditState
import Adit
import AditCodable
import AditJSON
import TestSupport
import Testing

@testable import AditHost

private enum Message: Codable, Equatable { case say(String), sayAll([String]), heard(String) }

private struct Words: State, Codable {
    var all: [String] = []
    enum Change { case add(String) }
    mutating func apply(_ change: Change) { if case .add(let word) = change { all.append(word) } }
}

/// An app that answers each word, greets when it is made, and counts the words whenever there are more.
private let app: App<Words, Message> = App("words", state: Words()) { core in
    let store = core.store
    let output = core.output
    store.updated { [unowned store] in output(.heard("\(store.state().all.count) in all")) }
    output(.heard("hello"))
    return [
        Feature { message in
            let words: [String] =
                switch message {
                case .say(let word): [word]
                case .sayAll(let words): words
                case .heard: []
                }
            for word in words {
                store.change(.add(word))
                output(.heard(word))
            }
        }
    ]
}

/// GIVEN a core WHEN messages come with an id THEN what they cause has it, and nothing else does.
struct MessageIDTests {
    private let buffer = MessageBuffer()
    private let core: HostedCore

    init() throws {
        core = try HostedCore(app.makeCore(context: .live).core, opening("{}"), buffer: buffer, isPulled: false)
    }

    private func send(_ text: String) throws {
        var text = text
        _ = try text.withUTF8 { try core.enqueue(UnsafeRawBufferPointer($0), ticket: nil) }
    }

    private func heard() -> [String] {
        while core.handleNext(through: core.lastQueued) {}
        core.endBatch()
        var heard: [String] = []
        buffer.drain { text, _ in heard.append(String(cString: text)) }
        return heard
    }

    /// GIVEN texts in which `,"@` is in the message, beside it or nowhere WHEN they are sent THEN each is read as the message,
    /// with its id.
    @Test(arguments: [
        (#"{"sayAll":["one","@two"]}"#, "@two", ""),
        (#"{"sayAll":["one","@two"],"@id":1}"#, "@two", #","@id":1"#),
        (#"{"@id":1,"sayAll":["one","@two"]}"#, "@two", #","@id":1"#),
        (#"{"sayAll":["one","t@o"],"@id":1}"#, "t@o", #","@id":1"#),
        (#"{"sayAll":["one","t@o"] , "@id" : 1}"#, "t@o", #","@id":1"#),
        (#"{"sayAll":["one","t@o"],"\u0040id":1}"#, "t@o", #","@id":1"#),
    ])
    func `a key beside a message is no part of it`(text: String, second: String, id: String) throws {
        try send(text)
        #expect(
            heard().prefix(3) == [
                #"{"heard":"hello"}"#, #"{"heard":"one"\#(id)}"#, #"{"heard":"\#(second)"\#(id)}"#,
            ])
    }

    @Test func `what a message causes has its id, what a batch causes has none`() throws {
        try send(#"{"say":"one","@id":1}"#)
        try send(#"{"say":"two","@id":"second"}"#)
        #expect(
            heard() == [
                #"{"heard":"hello"}"#, #"{"heard":"one","@id":1}"#, #"{"heard":"two","@id":"second"}"#,
                #"{"heard":"2 in all"}"#,
            ])
    }

    @Test func `a part of the state has the id of the question`() throws {
        try send(#"{"say":"one","@id":1}"#)
        try send(#"{"@get":{"path":"/all"},"@id":2}"#)
        #expect(
            heard().suffix(2) == [
                #"{"heard":"1 in all"}"#, #"{"@value":{"path":"/all","revision":1,"value":["one"]},"@id":2}"#,
            ])
    }

    @Test func `what was not handled is answered with its id`() throws {
        try send(#"{"@close":{},"@id":"end"}"#)
        try send(#"{"say":"late","@id":7}"#)
        #expect(
            heard().suffix(2) == [
                #"{"@error":{"code":"eclosed","message":"the core closed before the message was handled","path":"say"},"@id":7}"#,
                #"{"@closed":{},"@id":"end"}"#,
            ])
    }
}

private func opening(_ text: String) throws -> Opening {
    try withJSON(text) { try Opening(reading: $0, storage: SQLiteEngine()) }
}
