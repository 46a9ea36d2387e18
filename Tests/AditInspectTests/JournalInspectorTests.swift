import Adit
import AditInspect
import AditJSON
import AditSQLite
import Glibc
import TestSupport
import Testing

@testable import AditHost
@testable import AditState

/// GIVEN a journal WHEN the state is asked for at any of its revisions THEN it is what the core itself says of it.
@Suite struct JournalInspectorTests {
    @Test(arguments: 1...12) func `random edits of a table lead to what @get answers for each revision`(seed: UInt64)
        throws
    {
        let path = "/tmp/adit-inspect-\(getpid())-\(seed).store"
        defer { for suffix in ["", "-wal", "-shm", "-head"] { unlink(path + suffix) } }
        let core = try InspectedCore(path, batch: seed % 3 == 0 ? 4 : 1)
        var random = Generator(state: seed)
        for _ in 0..<40 { try core.edit(&random) }
        // WHEN it is inspected while the core goes on
        let inspector = try JournalInspector(path)
        inspector.secrets = .shown
        for _ in 0..<40 { try core.edit(&random) }
        while inspector.isReading { inspector.readOn(milliseconds: 1) }
        // THEN each revision at the end of a batch is the core's own
        var revision = core.revision, compared = 0
        while true {
            let found = try answer(inspector, #"{"value":{"path":"","revision":\#(revision)}}"#)
            let state = try core.state(at: revision)
            let (came, own) = (found["value"].map(sorted) ?? "", sorted(state))
            try #require(came == own, "revision \(revision): found \(came); \(own) is expected")
            let ids = try answer(
                inspector, #"{"children":{"path":"/list","revision":\#(revision),"from":2,"limit":3}}"#)
            let expected = state["list"]?["ids"]?.array ?? []
            try #require(
                ids["children"]?.array?.map { $0["key"] } == expected.dropFirst(2).prefix(3).map { $0 },
                "revision \(revision)")
            compared += 1
            guard revision > 0 else { break }
            let batch = try answer(inspector, #"{"batch":{"revision":\#(revision)}}"#)
            guard case .integer(let from)? = batch["from"] else { break }
            revision = Int(from)
        }
        #expect(compared > 30 && revision == 0)
        core.close()
    }

    @Test func `what changed a part last is found`() throws {
        let path = "/tmp/adit-inspect-\(getpid())-history.store"
        defer { for suffix in ["", "-wal", "-shm", "-head"] { unlink(path + suffix) } }
        let core = try InspectedCore(path, batch: 1)
        for message in [#"{"add":{"id":1,"at":0}}"#, #"{"add":{"id":2,"at":0}}"#, #"{"count":5}"#, #"{"count":6}"#] {
            try core.send(message)
        }
        core.close()
        let inspector = try JournalInspector(path)
        inspector.secrets = .shown
        while inspector.isReading { inspector.readOn(milliseconds: 1) }
        let found = try answer(inspector, #"{"history":{"path":"/count"}}"#)
        #expect(found.array?.map { $0["revision"] } == [.integer(4), .integer(3)])
        #expect(found.array?.first?["by"] == .string("count"))
        #expect(found.array?.first?["change"]?["old"] == .integer(5))
        #expect(try answer(inspector, #"{"history":{"path":"/list/entities/1"}}"#).array?.count == 1)
        #expect(
            inspector.answer(Array(#"{"value":{"path":"","revision":9}}"#.utf8))
                == #"{"error":"revision: found 9; one from 0 to 4 is expected"}"#)
    }

    @Test func `a store that is closed is read, whatever its path is`() throws {
        let path = "/tmp/adit-inspect-\(getpid())-caf\u{E9} ?1#2%3.store"
        defer { for suffix in ["", "-wal", "-shm", "-head"] { unlink(path + suffix) } }
        let core = try InspectedCore(path, batch: 1)
        try core.send(#"{"count":5}"#)
        core.close()
        let inspector = try JournalInspector(path)
        inspector.secrets = .shown
        #expect(try answer(inspector, #"{"value":{"path":"/count"}}"#)["value"] == .integer(5))
    }

    @Test func `two spellings of a client's name are two clients`() throws {
        let path = "/tmp/adit-inspect-\(getpid())-clients.store"
        defer { for suffix in ["", "-wal", "-shm", "-head"] { unlink(path + suffix) } }
        let core = try InspectedCore(path, batch: 1)
        try core.send(#"{"count":5}"#, of: "caf\u{E9}")
        core.close()
        let inspector = try JournalInspector(path)
        while inspector.isReading { inspector.readOn(milliseconds: 1) }
        for (client, count) in [("caf\u{E9}", 1), ("cafe\u{301}", 0)] {
            let found = try answer(inspector, "{\"events\":{\"client\":\"\(client)\"}}")
            #expect(found["count"] == .integer(Int64(count)), "\(found)")
        }
    }

    private func answer(_ inspector: JournalInspector, _ question: String) throws -> JSON {
        let text = inspector.answer(Array(question.utf8))
        return try #require(withJSON(text) { JSON($0) }["result"], "\(text)")
    }
}

/// A value as text, with the members of objects in the order of their keys.
private func sorted(_ value: JSON) -> String {
    switch value {
    case .array(let elements): "[\(elements.map(sorted).joined(separator: ","))]"
    case .object(let members):
        "{\(members.map { "\(JSON.string($0.key)):\(sorted($0.value))" }.sorted().joined(separator: ","))}"
    default: value.description
    }
}

extension JSON {
    fileprivate subscript(key: String) -> JSON? {
        if case .object(let members) = self { members[key] } else { nil }
    }
    fileprivate var array: [JSON]? { if case .array(let elements) = self { elements } else { nil } }
}

private struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 31)
    }
}

@Message private enum ListMessage: Equatable, Sendable {
    case add(id: Int, at: Int)
    case remove(Int)
    case move(Int, to: Int)
    case rename(Int, String)
    case count(Int)
    case replace([Int])
}

@Model private struct Row: Identifiable, Equatable, Sendable {
    let id: Int
    var name = "new / ~ \""
}

@Model private struct ListState: State, Equatable {
    var list: Table<Int, Row> = []
    var count = 0
    var note: String?

    enum Change { case message(ListMessage) }

    mutating func apply(_ change: Change) {
        guard case .message(let message) = change else { return }
        switch message {
        case .add(let id, let place): list.updateOrInsert(Row(id: id), at: min(place, list.count))
        case .remove(let id): list.remove(id)
        case .move(let id, let place): list.move(id, to: min(place, max(0, list.count - 1)))
        case .rename(let id, let name): list[id: id]?.name = name
        case .count(let count): (self.count, note) = (count, count % 2 == 0 ? nil : "\(count)")
        case .replace(let ids): list = Table(ids.map { Row(id: $0) })
        }
    }
}

/// A core with a store, driven as a host does.
private final class InspectedCore {
    private let core: HostedCore

    init(_ path: String, batch: Int) throws {
        let app = App<ListState, ListMessage>("list", state: ListState()) { core in
            let store = core.store
            return [Feature { message in store.change(.message(message)) }]
        }
        let config = #"{"store":{"path":"\#(path)","durability":"normal"},"limits":{"batch":\#(batch)}}"#
        core = try withJSON(config) { root in
            let opening = try Opening(reading: root, storage: SQLiteEngine())
            return try HostedCore(
                AppEntry(app, storage: SQLiteEngine()).makeCore(opening), opening, buffer: MessageBuffer(),
                isPulled: false)
        }
    }

    var revision: Int { core.loop.revision }

    /// Sends one to three random messages, which may share a batch.
    func edit(_ random: inout Generator) throws {
        var messages: [String] = []
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let (id, place) = (Int.random(in: 0..<12, using: &random), Int.random(in: 0..<12, using: &random))
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<8: messages.append(#"{"add":{"id":\#(id),"at":\#(place)}}"#)
            case 8..<11: messages.append(#"{"remove":\#(id)}"#)
            case 11..<14: messages.append(#"{"move":{"_0":\#(id),"to":\#(place)}}"#)
            case 14..<17: messages.append(#"{"rename":{"_0":\#(id),"_1":"name \#(place)"}}"#)
            case 17..<19: messages.append(#"{"count":\#(place)}"#)
            default: messages.append(#"{"replace":[\#(id),\#(id + 1),\#(id + 20)]}"#)
            }
        }
        try send(messages)
    }

    func send(_ message: String, of client: String? = nil) throws { try send([message], of: client) }

    private func send(_ messages: [String], of client: String? = nil) throws {
        for message in messages {
            var text = message
            _ = try text.withUTF8 { try core.enqueue(UnsafeRawBufferPointer($0), ticket: nil, of: client) }
        }
        core.enter()
        while core.handleNext(through: core.lastQueued) {
            if core.isBatchFull { core.endBatch() }
        }
        core.endBatch()
        core.leave()
        core.buffer.drain { _, _ in }
    }

    func state(at revision: Int) throws -> JSON {
        let (writer, pointer) = (JSONWriter(), try #require(JSONPointer("")))
        _ = try core.app.reading.write(PartPath(pointer), at: revision, to: writer)
        return try withJSON(writer.text) { JSON($0) }
    }

    func close() {
        core.enter()
        core.endBatch()
        core.endEffects()
        core.close()
        core.endBatch()
        core.leave()
    }
}
