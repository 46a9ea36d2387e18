import Adit
import AditInspect
import AditJSON
import AditSQLite
import Glibc
import TestSupport
import Testing

@testable import AditHost
@testable import AditState

/// GIVEN a store with secrets WHEN it is inspected THEN none of them is in an answer, unless the user has asked for them.
@Suite struct CatalogMaskTests {
    private let path = "/tmp/adit-inspect-\(getpid())-safe.store"

    @Test func `no answer about a store has a secret`() throws {
        let app = safeApp()
        defer { for suffix in ["", "-wal", "-shm", "-head"] { unlink(path + suffix) } }
        try fill(app)
        let inspector = try JournalInspector(path)
        while inspector.isReading { inspector.readOn(milliseconds: 1) }
        let questions = [
            #"{"value":{"path":""}}"#, #"{"value":{"path":"/owner"}}"#, #"{"value":{"path":"/owner/password"}}"#,
            #"{"value":{"path":"/owner/pin"}}"#, #"{"value":{"path":"/items/entities/1"}}"#,
            #"{"children":{"path":""}}"#, #"{"children":{"path":"/owner"}}"#, #"{"children":{"path":"/items"}}"#,
            #"{"children":{"path":"/items/entities/1/codes"}}"#, #"{"pending":{}}"#,
        ]
        // Nothing is known of the app.
        for question in questions { #expect(inspector.answer(Array(question.utf8)).contains("cannot be masked")) }
        // WHEN its catalog is
        let catalog = Catalog(of: app.description).text
        inspector.secrets = .masked(try CatalogMask(catalog))
        for question in questions + [#"{"event":{"number":-1}}"#, #"{"history":{"path":"/owner"}}"#] {
            let answer = inspector.answer(Array(question.utf8))
            #expect(
                answer.hasPrefix(#"{"result":"#) && !answer.contains("hush") && !answer.contains("4711"),
                "\(question): \(answer)")
        }
        #expect(inspector.answer(Array(questions[0].utf8)).contains(#""name":"Ann""#))
        #expect(inspector.answer(Array(#"{"search":{"text":"hush"}}"#.utf8)) == #"{"result":[]}"#)
        #expect(inspector.answer(Array(#"{"search":{"text":"Ann"}}"#.utf8)) == #"{"result":["/owner/name"]}"#)
        // WHEN the user has asked for them
        inspector.secrets = .shown
        #expect(inspector.answer(Array(questions[2].utf8)) == #"{"result":{"value":"hush"}}"#)
        #expect(inspector.answer(Array(#"{"pending":{}}"#.utf8)).contains("hush"))
    }

    @Test(arguments: [
        #"{"@value":{"path":"/owner","revision":1,"value":{"name":"Ann","password":"hush"}},"@core":"a","@id":1}"#,
        #"{"@value":{"path":"/items","revision":1,"from":0,"count":1,"value":{"ids":[1],"entities":{"1":{"id":1,"codes":["hush"]}}}}}"#,
        #"{"@value":{"path":"/owner/password","revision":1,"value":"hush"}}"#,
        #"{"@patch":{"subscription":"x","from":0,"revision":1,"ops":[{"op":"replace","path":"/password","value":"hush"}]}}"#,
        #"{"@effect":{"id":"e1-1","gateway":"keys","request":{"key":{"for":"hush"}}},"@core":"a"}"#,
        #"{"@pending":{"effects":[],"requests":[{"effect":"e1-1","gateway":"keys","request":{"key":{"for":"hush"}}}],"timers":[]}}"#,
        #"{"@core":"a","opened":{"token":"hush"},"@id":7}"#, #"{"own":{"name":"Ann","password":"hush"}}"#,
    ])
    func `no line of a core has a secret`(line: String) throws {
        let mask = try CatalogMask(Catalog(of: safeApp().description).text)
        let masked = String(decoding: mask.masked(line: Array(line.utf8)), as: UTF8.self)
        #expect(!masked.contains("hush"), "\(masked)")
        let (found, expected) = (try withJSON(masked) { Set($0.keys) }, try withJSON(line) { Set($0.keys) })
        #expect(found == expected)
    }

    @Test func `a line without secrets stays as it is`() throws {
        let mask = try CatalogMask(Catalog(of: safeApp().description).text)
        for line in [
            #"{"@stats":{"revision":1}}"#, #"{"@value":{"path":"/owner/name","revision":1,"value":"Ann"}}"#,
            #"{"named":"Ann"}"#,
        ] {
            #expect(String(decoding: mask.masked(line: Array(line.utf8)), as: UTF8.self) == line)
        }
    }

    @Test func `keys of many combining marks are compared at once`() throws {
        // In the square of their number, as Unicode compares texts, they would take hours.
        let marks = String(repeating: "\u{301}\u{316}", count: 1_000_000)
        let mask = try CatalogMask(Catalog(of: safeApp().description).text)
        let line = Array("{\"@value\":{\"path\(marks)\":\"/owner\",\"value\":\"Ann\"},\"@id\(marks)\":1}".utf8)
        #expect(mask.masked(line: line) == line)
    }

    private func fill(_ app: App<SafeState, SafeMessage>) throws {
        let config = #"{"store":{"path":"\#(path)","durability":"normal"},"gateways":["keys"]}"#
        let core = try withJSON(config) { root in
            let opening = try Opening(reading: root, storage: SQLiteEngine())
            return try HostedCore(
                AppEntry(app, storage: SQLiteEngine()).makeCore(opening), opening, buffer: MessageBuffer(),
                isPulled: false)
        }
        for message in [
            #"{"own":{"name":"Ann","password":"hush","pin":4711}}"#, #"{"add":{"id":1,"codes":["hush"]}}"#,
            #"{"ask":"hush"}"#,
        ] {
            var text = message
            _ = try text.withUTF8 { try core.enqueue(UnsafeRawBufferPointer($0), ticket: nil) }
        }
        core.enter()
        while core.handleNext(through: core.lastQueued) {}
        core.endBatch()
        core.endEffects()
        core.close()
        core.endBatch()
        core.leave()
    }
}

@Message private enum SafeMessage: Equatable, Sendable {
    case own(SafeOwner)
    case add(SafeItem)
    case ask(Secret<String>)
    case named(String)
    @Internal case answer(String)
    @Outgoing case opened(token: Secret<String>)
}

@Message private enum KeyRequest: Equatable, Sendable {
    case key(for: Secret<String>)
}

@Model private struct SafeOwner: Equatable, Sendable {
    var name = ""
    var password = Secret("")
    var pin: Secret<Int>?
}

@Model private struct SafeItem: Identifiable, Equatable, Sendable {
    let id: Int
    var codes: [Secret<String>] = []
}

@Model private struct SafeState: State, Equatable {
    var owner = SafeOwner()
    var items: Table<Int, SafeItem> = []

    enum Change { case own(SafeOwner), add(SafeItem) }

    mutating func apply(_ change: Change) {
        switch change {
        case .own(let owner): self.owner = owner
        case .add(let item): items.append(item)
        }
    }
}

private func safeApp() -> App<SafeState, SafeMessage> {
    let host = HostGateway<KeyRequest, String>("keys")
    return App("safe", state: SafeState(), gateways: [host], durable: [.requests(to: host)]) { core in
        let store = core.store
        let durable = core.durable(host) { answer in .answer((try? answer.result.get()) ?? "") }
        return [
            Feature { message in
                switch message {
                case .own(let owner): store.change(.own(owner))
                case .add(let item): store.change(.add(item))
                case .ask(let secret): try durable.request(.key(for: secret))
                case .named, .answer, .opened: break
                }
            }
        ]
    }
}
