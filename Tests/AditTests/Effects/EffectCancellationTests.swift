import Adit
import Testing

@Suite struct EffectCancellationTests {
    /// A core that starts, cancels and overlaps waiting effects, as its messages say: `start a`, `cancel a`, …
    private func lab() -> Lab {
        Lab { bench in
            let other = bench.core.makeEffects()
            return { text in
                let words = text.split(separator: " ").map(String.init)
                guard words.count > 1 else { return }
                let work: () async throws -> Void = {
                    bench.say("begins \(words[1])")
                    bench.say("ends \(words[1]) \(try await bench.host("wait"))")
                }
                switch words[0] {
                case "start": bench.effects.run(id: words[1], work)
                case "restart": bench.effects.run(id: words[1], whileInFlight: .cancelPrevious, work)
                case "ensure": bench.effects.run(id: words[1], whileInFlight: .skip, work)
                case "cancel": bench.effects.cancel(id: words[1])
                case "other": other.cancel(id: words[1])
                case "all": bench.effects.cancelAll()
                default: break
                }
            }
        }
    }

    @Test func aCancelledEffectIsNotHeardAndItsGatewayIsTold() {
        // GIVEN
        let lab = lab()
        lab.send("start a", id: 4)
        #expect(lab.heard() == ["? e1-1 \"wait\" #4", "> begins a #4"])
        // WHEN
        lab.send("cancel a", id: 5)
        // THEN the @cancel has the id of the effect's message; the answer comes too late
        #expect(lab.heard() == ["x e1-1 #4"])
        lab.reply("e1-1", #"{"result":"late"}"#)
        #expect(lab.heard() == [])
        #expect(lab.inFlight == 0)
        #expect(lab.core.loop.effects.ignoredReplies == 1)
    }

    @Test func idsAreThoseOfAFeature() {
        // GIVEN
        let lab = lab()
        lab.send("start a")
        // WHEN another scope cancels the same id
        lab.send("other a")
        // THEN
        #expect(lab.inFlight == 1)
        lab.send("cancel a")
        #expect(lab.inFlight == 0)
    }

    @Test func overlappingEffectsGoOnAreCancelledOrAreSkipped() {
        // GIVEN
        let lab = lab()
        // WHEN
        lab.send("start a", "start a")
        // THEN both run
        #expect(lab.inFlight == 2)
        _ = lab.heard()
        // WHEN THEN
        lab.send("ensure a")
        #expect(lab.heard() == [])
        lab.send("restart a")
        #expect(lab.heard() == ["x e1-1", "x e1-2", "? e1-3 \"wait\"", "> begins a"])
        #expect(lab.inFlight == 1)
        lab.reply("e1-3", #"{"result":"x"}"#)
        #expect(lab.heard() == ["> ends a x"])
        lab.send("ensure a")
        #expect(lab.heard() == ["? e1-4 \"wait\"", "> begins a"])
    }

    @Test func allOfAScopeAreCancelled() {
        // GIVEN
        let lab = lab()
        lab.send("start a", "start b", "start b")
        _ = lab.heard()
        // WHEN
        lab.send("all effects")
        // THEN
        #expect(lab.heard() == ["x e1-1", "x e1-2", "x e1-3"])
        #expect(lab.inFlight == 0)
    }

    @Test func anEffectIsCancelledBeforeItHasBegun() {
        // GIVEN a message that starts one and cancels it
        let lab = Lab { bench in
            { _ in
                bench.effects.run(id: 1) {
                    bench.store.change(.add("ran"))
                    bench.say("ran")
                }
                bench.effects.cancel(id: 1)
            }
        }
        // WHEN
        lab.send("go")
        // THEN
        #expect(lab.heard() == [])
        #expect(lab.words == [])
        #expect(lab.inFlight == 0)
    }

    @Test func anEffectSeesThatItIsCancelled() {
        // GIVEN
        final class Seen { var error: (any Error)? }
        nonisolated(unsafe) let seen = Seen()
        let lab = Lab { bench in
            { text in
                if text == "cancel" { return bench.effects.cancel(id: 1) }
                bench.effects.run(id: 1) {
                    do { _ = try await bench.host("wait") } catch {
                        seen.error = error
                        bench.say("unheard")
                        throw ScriptError(description: "unheard too")
                    }
                }
            }
        }
        // WHEN
        lab.send("go", "cancel")
        // THEN
        #expect(seen.error is CancellationError)
        #expect(lab.heard() == ["? e1-1 \"wait\"", "x e1-1"])
    }

    @Test func endingACoreCancelsAll() {
        // GIVEN
        let lab = lab()
        lab.send("start a", "start b")
        _ = lab.heard()
        // WHEN
        let haveEnded = lab.end()
        // THEN
        #expect(haveEnded)
        #expect(lab.heard() == ["x e1-1", "x e1-2"])
        lab.send("start c")
        #expect(lab.heard() == [])
        #expect(lab.inFlight == 0)
    }

    @Test func anEffectThatIgnoresItsCancellationIsTold() {
        // GIVEN one that waits for something of its own
        nonisolated(unsafe) var resume: UnsafeContinuation<Void, Never>?
        let lab = Lab { bench in
            { _ in
                bench.effects.run {
                    await withUnsafeContinuation { resume = $0 }
                    bench.say("unheard")
                }
            }
        }
        lab.send("go")
        // WHEN THEN
        #expect(!lab.end())
        resume?.resume()
        #expect(lab.end())
        #expect(lab.heard() == [])
    }

    @Test func whatACancelledEffectAsksForIsDropped() {
        // GIVEN one that starts another and asks the host on its way out
        let lab = Lab { bench in
            { text in
                if text == "cancel" { return bench.effects.cancel(id: 1) }
                bench.effects.run(id: 1) {
                    defer {
                        bench.effects.run { bench.say("never") }
                        try? bench.host.send("never")
                    }
                    _ = try await bench.host("wait")
                }
            }
        }
        // WHEN
        lab.send("go", "cancel")
        // THEN
        #expect(lab.heard() == ["? e1-1 \"wait\"", "x e1-1"])
        #expect(lab.inFlight == 0)
        #expect(!lab.core.loop.hasReadyEffects)
    }
}
