import Adit
import AditState
import TestSupport
import Testing

/// GIVEN as many effects in flight as may be WHEN durable ones are asked for THEN they count as well, and none that is
/// kept is lost.
@Suite(.onUncertainStorages) struct DurableLimitTests {
    /// A core with durable requests (`ask TEXT`, `again TEXT`, `skip TEXT`, `cancel TEXT`, `cancelAll`), durable timers
    /// (`wake ID`, `stop ID`) and effects (`sleep`, `asks TEXT TEXT`). A `+` is between the parts of a message.
    private func lab(_ limit: Int, _ storage: (any StateStorage)? = nil) -> Lab {
        Lab(storage: storage, limit: limit) { bench in
            let host = bench.core.durable(HostGateway<String, String>("host")) { answer in
                .says("note \(answer.request)")
            }
            let timers = bench.core.timers
            func perform(_ words: [String]) throws {
                switch words[0] {
                case "ask": try host.request(words[1])
                case "again": try host.request(words[1], id: words[1], whilePending: .cancelPrevious)
                case "skip": try host.request(words[1], id: words[1], whilePending: .skip)
                case "cancel": host.cancel(id: words[1])
                case "cancelAll": host.cancelAll()
                case "wake": try timers.wake(after: .seconds(1), id: words[1], .says("due \(words[1])"))
                case "stop": timers.cancel(id: words[1])
                case "sleep": bench.effects.after(.seconds(5)) {}
                case "asks": bench.effects.run { for word in words.dropFirst() { try host.request(word) } }
                case "note" where words[1] == "one": try host.request("next")
                case "due" where words[1] == "daily":
                    try timers.wake(after: .seconds(1), id: "daily", .says("due daily"))
                default: break
                }
            }
            return { text in
                bench.store.change(.add(text))
                for part in text.split(separator: "+") { try perform(part.split(separator: " ").map(String.init)) }
            }
        }
    }

    private let refusal = "! an effect is in flight; limits.effects allows no more"

    @Test(arguments: ["ask a", "wake a", "sleep"])
    func `a message that asks for one more leaves no trace`(_ first: String) {
        let lab = lab(1)
        lab.send(first)
        _ = lab.heard()
        lab.send("ask b", "again b", "skip b", "wake b", "sleep")
        #expect(lab.heard() == [refusal, refusal, refusal, refusal, refusal])
        #expect(lab.words == [first])
        #expect(lab.core.loop.effectsInFlight == 1)
    }

    @Test func `a message that asks for two where there is room for one leaves no trace`() {
        let lab = lab(2)
        lab.send("wake a", "ask b+ask c", "ask b+wake c", "ask b+sleep", "again b+again c", "again b+again b")
        #expect(
            lab.heard() == [String](repeating: "! 2 effects are in flight; limits.effects allows no more", count: 4)
                + [#"? e1-7 "b""#, "x e1-7", #"? e1-8 "b""#])
        #expect(lab.words == ["wake a", "again b+again b"])
    }

    @Test func `one that replaces another or is skipped does not count`() {
        let requests = lab(1)
        requests.send("again a", "again a", "skip a", "again b")
        #expect(requests.heard() == [#"? e1-1 "a""#, "x e1-1", #"? e1-2 "a""#, refusal])
        let timers = lab(1)
        timers.send("wake a", "wake a", "wake b")
        #expect(timers.heard() == [refusal])
        timers.advance(1_000)
        #expect(timers.heard() == ["> due a"])
    }

    @Test func `one counts that comes in place of what its message cancels`() {
        // As with other effects.
        let requests = lab(1)
        requests.send("again a", "cancel a+skip a", "cancelAll+again a", "cancel a", "ask b")
        #expect(requests.heard() == [#"? e1-1 "a""#, refusal, refusal, "x e1-1", #"? e1-4 "b""#])
        let timers = lab(1)
        timers.send("wake a", "stop a+wake a", "stop a", "wake b")
        #expect(timers.heard() == [refusal])
        #expect(timers.words == ["wake a", "stop a", "wake b"])
    }

    @Test func `the message of one that ends may ask for another`() {
        let lab = lab(1)
        lab.send("ask one")
        lab.reply("e1-1", #"{"result":""}"#)
        #expect(lab.heard() == [#"? e1-1 "one""#, "> note one", #"? e1-2 "next""#])
        lab.reply("e1-2", #"{"result":""}"#)
        lab.send("wake daily")
        lab.advance(2_000)
        #expect(lab.heard() == ["> note next", "> due daily", "> due daily"])
    }

    @Test func `what an effect asks for is refused alone`() {
        let lab = lab(2)
        lab.send("ask a", "asks b c")
        #expect(
            lab.heard() == [
                #"? e1-1 "a""#, #"? e1-2 "b""#, "! 2 effects are in flight; limits.effects allows no more",
            ])
        #expect(lab.words == ["ask a", "asks b c"])
        #expect(lab.core.loop.effectsInFlight == 2)
    }

    @Test func `all of an earlier opening are kept under a lower limit, and may be followed by others`() {
        // GIVEN
        let storage = MemoryStorage()
        do {
            let lab = lab(3, storage)
            lab.send("ask one", "again two", "wake daily")
            lab.endBatch()
        }
        // WHEN
        let lab = lab(1, storage)
        lab.send("ask b", "again two", "sleep")
        let refusal = "! 3 effects are in flight; limits.effects allows no more"
        #expect(
            lab.heard() == [
                #"? e1-1 "one""#, #"? e1-2 "two""#, refusal, "x e1-2", #"? e2-2 "two""#, refusal,
            ])
        // THEN
        lab.reply("e1-1", #"{"result":""}"#)
        lab.advance(1_000)
        lab.endBatch()
        #expect(lab.heard() == ["> note one", #"? e2-3 "next""#, "> due daily"])
        #expect(lab.core.loop.durable?.count == 3)
        #expect(self.lab(1, storage).core.loop.durable?.count == 3)
    }

    @Test func `those of a lost batch come back whatever the limit is`() {
        // GIVEN
        let storage = FlakyStorage()
        let lab = lab(2, storage)
        lab.send("again a", "wake b")
        lab.endBatch()
        _ = lab.heard()
        // WHEN a batch is lost that has others in their places
        storage.fails = true
        lab.send("cancel a", "stop b", "ask c", "ask d")
        lab.endBatch()
        storage.fails = false
        // THEN
        #expect(lab.heard() == ["lost: the disk is full"])
        #expect(lab.core.loop.durable?.count == 2)
        lab.send("ask e")
        #expect(lab.heard() == ["! 2 effects are in flight; limits.effects allows no more"])
        lab.endBatch()
        #expect(self.lab(2, storage).core.loop.durable?.count == 2)
    }
}
