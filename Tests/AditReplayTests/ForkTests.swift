import AditJSON
import AditSQLite
import AditState
import Glibc
import TestSupport
import Testing

@testable import Adit
@testable import AditHost

/// GIVEN a core that goes on, or a file WHEN another core is opened as its fork THEN it begins with that state, and each
/// has its own from then on.
@Suite struct ForkTests {
    private let path = temporaryPath()

    // MARK: The state

    @Test func `a fork of a core has its state, and neither sees what the other does`() throws {
        let origin = try ForkedCore(oldNotesApp())
        try origin.send(#"{"add":"one"}"#, #"{"add":"two"}"#)
        let fork = try ForkedCore(oldNotesApp(), of: origin)
        #expect(try fork.state() == origin.state())
        #expect(fork.revision == 2)
        // WHEN both change the same elements, and others
        try fork.send(#"{"remove":1}"#, #"{"add":"three"}"#)
        try origin.send(#"{"add":"four"}"#)
        // THEN
        #expect(try fork.state("/notes/ids") == #"["2","3"]"#)
        #expect(try fork.state("/notes/entities/3/text") == #""three""#)
        #expect(try origin.state("/notes/ids") == #"["1","2","3"]"#)
        #expect(try origin.state("/notes/entities/3/text") == #""four""#)
        #expect((origin.revision, fork.revision) == (3, 4))
    }

    @Test func `a message that fails in a fork leaves no trace in either`() throws {
        let origin = try ForkedCore(workshopApp())
        try origin.send(#"{"add":"one"}"#)
        let fork = try ForkedCore(workshopApp(), of: origin)
        try fork.send(#"{"fail":"two"}"#)
        #expect(fork.heard.contains { $0.contains(#"{"@error":{"code":"ehandler""#) })
        #expect(try fork.state("/words") == #"["one"]"#)
        #expect(try origin.state("/words") == #"["one"]"#)
    }

    @Test func `a fork of an earlier revision has what @get answers for it`() throws {
        let origin = try ForkedCore(
            oldNotesApp(), #""limits":{"batch":1},"store":{"path":"\#(path)","durability":"normal"}"#)
        defer { remove() }
        for message in [#"{"add":"one"}"#, #"{"add":"two"}"#, #"{"remove":1}"#, #"{"add":"three"}"#] {
            try origin.send(message)
        }
        for revision in 0...4 {
            let fork = try ForkedCore(oldNotesApp(), #""fork":{"core":1,"revision":\#(revision)}"#, of: origin)
            // The members of an object have no order.
            let expected = try withJSON(origin.state("", at: revision)) { JSON($0) }
            #expect(try withJSON(fork.state()) { JSON($0) } == expected, "revision \(revision)")
            #expect(fork.revision == revision)
        }
        #expect(
            refusal(#""fork":{"core":1,"revision":5}"#, of: origin)
                == "fork.revision: found 5; one up to 4 is expected")
        origin.close()
    }

    // MARK: Files

    @Test func `a store can be forked while it is open and when it is closed, and is not changed`() throws {
        let origin = try ForkedCore(oldNotesApp(), #""limits":{"batch":1},"store":{"path":"\#(path)"}"#)
        defer { remove() }
        try origin.send(#"{"add":"one"}"#)
        try origin.send(#"{"add":"two"}"#)
        let (first, last) = (try origin.state("", at: 1), try origin.state())
        for _ in 1...2 {
            for (revision, expected) in [(#","revision":1"#, first), ("", last)] {
                let fork = try ForkedCore(oldNotesApp(), #""fork":{"path":"\#(path)"\#(revision)}"#)
                #expect(try fork.state() == expected)
                try fork.send(#"{"add":"a fork's own"}"#)
            }
            #expect(try origin.state() == last)
            origin.close()
        }
        let again = try ForkedCore(oldNotesApp(), #""store":{"path":"\#(path)"}"#)
        #expect(try again.state() == last)
        again.close()
    }

    @Test func `a recording can be forked at each of its revisions`() throws {
        let recorded = try RecordedCore(of: oldNotesApp())
        for text in ["one", "two", "three"] { try recorded.send(#"{"add":"\#(text)"}"#) }
        for (revision, ids) in ["[]", #"["1"]"#, #"["1","2"]"#, #"["1","2","3"]"#].enumerated() {
            let fork = try ForkedCore(
                oldNotesApp(), #""fork":{"path":"\#(recorded.path)","revision":\#(revision)}"#)
            #expect(try fork.state("/notes/ids") == ids)
            #expect(fork.revision == revision)
        }
        #expect(try ForkedCore(oldNotesApp(), #""fork":{"path":"\#(recorded.path)"}"#).revision == 3)
        #expect(
            refusal(#""fork":{"path":"\#(recorded.path)","revision":4}"#)
                == "fork.revision: found 4; one up to 3 is expected")
        recorded.close()
    }

    @Test func `what is no state of the app is refused`() throws {
        let recorded = try RecordedCore(of: workshopApp())
        recorded.close()
        #expect(
            refusal(#""fork":{"path":"\#(recorded.path)"}"#)
                == #"\#(recorded.path) is of the app "workshop"; one of "notes" is expected"#)
        let other = try ForkedCore(workshopApp())
        #expect(
            refusal(#""fork":{"core":1}"#, of: other)
                == #"fork.core: found a core of another app; one of the app "notes" is expected"#)
        #expect(
            refusal(#""fork":{}"#) == #"fork: found neither "core" nor "path"; one of them is expected"#)
        #expect(
            refusal(#""fork":{"core":1,"path":"a"}"#) == #"fork.path: found beside "core"; a state is of one place"#)
        #expect(
            refusal(#""fork":{"core":1},"state":{}"#)
                == #"state: found beside "fork", whose state is in memory and taken from elsewhere"#)
        #expect(refusal(#""fork":{"path":"/nowhere"}"#)?.contains("No such file or directory") == true)
    }

    @Test func `a revision within a batch, or of which the journal has a mask, is refused`() throws {
        let origin = try ForkedCore(oldNotesApp(), #""store":{"path":"\#(path)"}"#)
        defer { remove() }
        try origin.send(#"{"add":"one"}"#, #"{"add":"two"}"#)
        #expect(
            refusal(#""fork":{"core":1,"revision":1}"#, of: origin)
                == "fork.revision: found 1, which lies within a batch; 0 or 2 is expected")
        origin.close()
        remove()
        let vault = try ForkedCore(vaultApp(), #""store":{"path":"\#(path)"}"#)
        try vault.send(#"{"userSignsIn":{"name":"a","password":"first"}}"#)
        try vault.send(#"{"userSignsIn":{"name":"a","password":"second"}}"#)
        let text = #expect(throws: HostError.self) {
            _ = try ForkedCore(vaultApp(), #""fork":{"core":1,"revision":1}"#, of: vault)
        }
        #expect(text?.text.contains("found a secret, of which the journal has a mask only") == true)
        vault.close()
    }

    // MARK: Effects

    @Test func `a fork starts no effects and asks no host`() throws {
        let origin = try ForkedCore(workshopApp())
        let fork = try ForkedCore(workshopApp(), #""fork":{"core":1},"gateways":["host"]"#, of: origin)
        // WHEN it is asked for effects, one of which has to ask the host, and for a source
        for text in ["one", "two", "three", "four", "five"] { try fork.send(#"{"add":"\#(text)"}"#) }
        try fork.send(#"{"later":{"word":"later","milliseconds":1}}"#, #"{"ask":"what?"}"#)
        try fork.send(#"{"@advance":{"by":60000}}"#)
        // THEN they are in flight, and nothing of them is heard.
        #expect(!fork.heard.contains { $0.contains("later") || $0.contains("@effect") })
        #expect(try fork.state("/beats") == "0")
        #expect(fork.core.loop.effectsInFlight == 3)
        fork.close()
        #expect(fork.core.loop.effectsInFlight == 0)
    }

    @Test func `a durable request and a timer of a fork wait`() throws {
        let origin = try ForkedCore(vaultApp())
        let fork = try ForkedCore(vaultApp(), #""fork":{"core":1},"gateways":["host"]"#, of: origin)
        try fork.send(#"{"userDefers":"secret"}"#)
        #expect(!fork.heard.contains { $0.contains("@effect") })
        #expect(fork.core.loop.effectsInFlight == 2)
        fork.close()
    }

    @Test func `a fork whose effects run does what its origin would`() throws {
        let origin = try ForkedCore(workshopApp())
        let fork = try ForkedCore(
            workshopApp(), #""fork":{"core":1,"effects":true},"gateways":["host"],"clock":"virtual""#, of: origin)
        try fork.send(#"{"later":{"word":"later","milliseconds":1}}"#, #"{"ask":"what?"}"#)
        try fork.send(#"{"@advance":{"by":1}}"#)
        #expect(fork.heard.contains { $0.hasPrefix(#"{"said":"later later"#) })
        #expect(fork.heard.contains { $0.hasPrefix(#"{"@effect":{"id":"e1-1","gateway":"host","request":"what?""#) })
        fork.close()
    }

    // MARK: Parts

    private func remove() { for suffix in ["", "-wal", "-shm", "-head"] { unlink(path + suffix) } }

    private func refusal(_ config: String, of origin: ForkedCore? = nil) -> String? {
        let error = #expect(throws: HostError.self) { _ = try ForkedCore(oldNotesApp(), config, of: origin) }
        return error?.text
    }
}

/// A core that is driven as a host does: one that is forked, or a fork.
private final class ForkedCore {
    let core: HostedCore
    private(set) var heard: [String] = []

    /// - Parameters:
    ///   - config: the members of the config.
    ///   - origin: the core whose fork it is; nil for none.
    init<S: State, Message>(_ app: App<S, Message>, _ config: String? = nil, of origin: ForkedCore? = nil) throws {
        let text = config ?? (origin == nil ? "" : #""fork":{"core":1}"#)
        core = try withJSON("{\(text)}") { root in
            var opening: Opening
            do throws(CodingFailure) { opening = try Opening(reading: root, storage: SQLiteEngine()) } catch {
                throw HostError(.config, error)
            }
            opening.origin = origin?.core.app
            return try HostedCore(
                AppEntry(app, storage: SQLiteEngine()).makeCore(opening), opening, buffer: MessageBuffer(),
                isPulled: false)
        }
    }

    var revision: Int { core.loop.revision }

    /// The part of the state at a path.
    func state(_ path: String = "", at revision: Int? = nil) throws -> String {
        let (writer, pointer) = (JSONWriter(), try #require(JSONPointer(path)))
        _ = try core.app.reading.write(PartPath(pointer), at: revision ?? self.revision, to: writer)
        return writer.text
    }

    func send(_ messages: String...) throws {
        for message in messages {
            var text = message
            _ = try text.withUTF8 { try core.enqueue(UnsafeRawBufferPointer($0), ticket: nil) }
        }
        core.enter()
        while core.handleNext(through: core.lastQueued) {
            if core.isBatchFull { core.endBatch() }
        }
        core.endBatch()
        core.leave()
        core.buffer.drain { text, _ in heard.append(String(cString: text)) }
    }

    func close() {
        guard !core.isClosed else { return }
        core.enter()
        core.endBatch()
        core.endEffects()
        core.close()
        core.endBatch()
        core.leave()
    }
}
