import Adit
import AditJSON
import AditState
import Testing
import TestSupport

/// A storage that keeps nothing, and whose writing fails whenever a test says so.
private final class Faulty: StateStorage {
    var head: StorageHead?
    var fails = false

    func readMembers(_: (String, RowText) throws(CodingFailure) -> Void) {}
    func readTables() -> [String] { [] }
    func readElements(of _: String, _: (RowText, RowText) throws(CodingFailure) -> Void) {}
    func readJournal(_: (StorageHead, RowText) throws -> Bool) {}
    func close() {}

    func write(_ head: StorageHead, entries _: () -> RowText, _: (any RowSink) throws -> Void) throws {
        if fails { throw StorageFailure(.failed, "the disk is full") }
        self.head = head
    }
}

/// GIVEN a core whose state is kept in a storage WHEN that cannot write a batch THEN nothing of the batch has happened.
@Suite(.onUncertainStorages) struct LostBatchTests {
    private let storage = Faulty()

    /// A core that keeps each word and says it again; `ask` asks the host in an effect, `stop` ends that.
    private func lab() -> Lab {
        Lab(storage: storage) { bench in
            let inbox = bench.core.connect(HostSource<String, String>("inbox"))
            bench.core.sources = { state in
                guard state.words.last == "open" else { return [] }
                return [Source(id: "inbox") { for try await item in inbox("listen") { bench.say("arrived \(item)") } }]
            }
            return { text in
                if text == "first yes" { bench.store.change(.add("first")) }
                // What it has put out itself.
                if text.contains(" ") || text == "throttled" { return }
                if text.hasPrefix("!") { throw ScriptError(description: text) }
                bench.store.change(.add(text))
                switch text {
                case "ask":
                    bench.effects.run(id: "ask") {
                        bench.say("first \(try await bench.host("one"))")
                        bench.say("second \(try await bench.host("two"))")
                    }
                case "stop": bench.effects.cancel(id: "ask")
                case "throttle":
                    bench.effects.throttle(id: "throttle", every: .seconds(60)) { bench.say("throttled") }
                default: bench.say("\(text) again")
                }
            }
        }
    }

    private func lose(_ lab: Lab) {
        storage.fails = true
        lab.endBatch()
        storage.fails = false
    }

    @Test func `the state is what it was, and nobody hears of it`() {
        let lab = lab()
        lab.send("one")
        lab.endBatch()
        #expect(lab.heard() == ["> one again"])
        lab.send("two", "!three", "four")
        lose(lab)
        #expect(lab.heard() == ["lost: the disk is full"])
        #expect(lab.words == ["one"])
        #expect(lab.core.loop.revision == 1)
    }

    @Test func `it goes on when the cause is gone`() {
        let lab = lab()
        lab.send("one")
        lose(lab)
        lab.send("two")
        lab.endBatch()
        #expect(lab.words == ["two"])
        #expect(lab.core.loop.revision == 1)
        #expect(storage.head == StorageHead(revision: 1, opens: 1))
        #expect(lab.heard() == ["lost: the disk is full", "> two again"])
    }

    @Test func `observers are told of batches that are kept only`() {
        let lab = lab()
        var updates = 0
        lab.store.updated { updates += 1 }
        lab.send("one")
        lose(lab)
        #expect(updates == 0)
        lab.send("two")
        lab.endBatch()
        #expect(updates == 1)
    }

    @Test func `effects that it started are cancelled, unheard`() {
        let lab = lab()
        lab.send("ask")
        lose(lab)
        #expect(lab.heard() == ["lost: the disk is full"])
        lab.drive {}
        #expect(lab.inFlight == 0)
        lab.reply("e1-1", #"{"result":"late"}"#)
        #expect(lab.heard() == [])
        #expect(lab.core.loop.effects.ignoredReplies == 1)
    }

    @Test func `an effect that it resumed goes on, and asks again`() {
        let lab = lab()
        lab.send("ask")
        lab.endBatch()
        #expect(lab.heard() == [#"? e1-1 "one""#])
        lab.reply("e1-1", #"{"result":"yes"}"#)
        lose(lab)
        #expect(lab.heard() == ["lost: the disk is full", #"? e1-2 "two""#])
        // WHEN the answer comes
        lab.reply("e1-2", #"{"result":"no"}"#)
        lab.endBatch()
        #expect(lab.heard() == ["> second no"])
        #expect(lab.inFlight == 0)
    }

    @Test func `an effect that it cancelled is cancelled, and the host hears so`() {
        let lab = lab()
        lab.send("ask")
        lab.endBatch()
        _ = lab.heard()
        lab.send("stop")
        lose(lab)
        #expect(lab.heard() == ["lost: the disk is full", "x e1-1"])
        #expect(lab.inFlight == 0)
    }

    @Test func `an interval that it began is over`() {
        let lab = lab()
        lab.send("throttle")
        lose(lab)
        _ = lab.heard()
        lab.send("throttle")
        lab.endBatch()
        #expect(lab.heard() == ["> throttled"])
    }

    @Test func `a source that it began has ended, and begins when the state asks for it`() {
        let lab = lab()
        lab.send("open")
        lose(lab)
        lab.drive {}
        #expect(lab.inFlight == 0)
        _ = lab.heard()
        lab.send("open")
        lab.endBatch()
        #expect(lab.heard() == ["> open again", #"? e1-2 "listen""#])
    }
}
