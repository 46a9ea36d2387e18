import Adit
import Testing

@Suite struct HostSourceTests {
    /// A core whose inbox is open while the last word of its state is `open`.
    private func lab(bringing bring: (inout DependencyValues) -> Void = { _ in }) -> Lab {
        Lab(bringing: bring) { bench in
            let inbox = bench.core.connect(HostSource<String, String>("inbox"))
            bench.core.sources = { state in
                guard state.words.last == "open" else { return [] }
                return [
                    Source(id: "inbox") {
                        for try await item in inbox("listen") { bench.say("arrived \(item)") }
                        bench.say("ended")
                    },
                    .every(.seconds(60), id: "heartbeat") { bench.say("beat") },
                ]
            }
            return { text in if text == "open" || text == "shut" { bench.store.change(.add(text)) } }
        }
    }

    @Test func R17_anInboxIsFedByTheHost() {
        // GIVEN
        let lab = lab()
        lab.send("open")
        #expect(lab.heard() == [#"? e1-1 "listen""#])
        // WHEN
        lab.reply("e1-1", #"{"result":"one"}"#, more: true)
        lab.reply("e1-1", #"{"result":"two"}"#, more: true)
        // THEN
        #expect(lab.heard() == ["> arrived one", "> arrived two"])
        // WHEN the host ends it, with a last item or without
        lab.reply("e1-1", #"{"result":"three"}"#)
        #expect(lab.heard() == ["> arrived three", "> ended"])
        lab.reply("e1-1", #"{"result":"four"}"#, more: true)
        #expect(lab.heard() == [])
        #expect(lab.core.loop.effects.ignoredReplies == 1)
    }

    @Test func R17_aHeartbeatOnlyEmits() {
        // GIVEN
        let lab = lab()
        lab.send("open")
        _ = lab.heard()
        // WHEN
        lab.advance(150_000)
        // THEN
        #expect(lab.heard() == ["> beat", "> beat"])
    }

    @Test func R17_whichSourcesRunIsAFunctionOfTheState() {
        // GIVEN
        let lab = lab()
        lab.advance(120_000)
        #expect(lab.inFlight == 0)
        lab.send("open")
        _ = lab.heard()
        // WHEN the state asks for them no more
        lab.send("shut")
        // THEN they end, and the host is told
        #expect(lab.heard() == ["x e1-1"])
        #expect(lab.inFlight == 0)
        lab.advance(120_000)
        lab.reply("e1-1", #"{"result":"late"}"#, more: true)
        #expect(lab.heard() == [])
        // WHEN it asks again THEN they begin anew
        lab.send("open")
        #expect(lab.heard() == [#"? e1-2 "listen""#])
        #expect(lab.inFlight == 2)
    }

    @Test func aSourceThatHasEndedStaysEndedUntilItIsAskedForAnew() {
        // GIVEN
        let lab = lab()
        lab.send("open")
        lab.reply("e1-1", "{}")
        #expect(lab.heard() == [#"? e1-1 "listen""#, "> ended"])
        // WHEN the state changes and still asks for it
        lab.send("open")
        // THEN
        #expect(lab.heard() == [])
    }

    @Test func anItemOfTheWrongShapeEndsTheSource() {
        // GIVEN
        let lab = lab()
        lab.send("open")
        _ = lab.heard()
        // WHEN
        lab.reply("e1-1", #"{"result":7}"#, more: true)
        // THEN the host is told that nobody listens
        #expect(
            lab.heard() == [
                "x e1-1",
                #"! the reply of the gateway "inbox" is not one: result: found the number 7; a string is expected"#,
            ])
    }

    @Test func anErrorEndsTheSource() {
        // GIVEN
        let lab = lab()
        lab.send("open")
        _ = lab.heard()
        // WHEN
        lab.reply("e1-1", #"{"error":"line cut"}"#)
        // THEN
        #expect(lab.heard() == [#"! the gateway "inbox" answered with the error "line cut""#])
    }

    @Test func aFixtureHasAllItems() {
        // GIVEN
        let lab = lab { $0.gatewayFixtures["inbox"] = .array([.string("one"), .string("two")]) }
        // WHEN
        lab.send("open")
        // THEN
        #expect(lab.heard() == ["> arrived one", "> arrived two", "> ended"])
    }
}
