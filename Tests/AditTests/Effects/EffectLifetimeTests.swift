import Adit
import Synchronization
import TestSupport
import Testing

@Suite(.serialized) struct EffectLifetimeTests {
    /// Something that a feature holds.
    private final class Witness: Sendable {}

    @Test func aCoreThatIsLetGoOfTakesEverythingAlong() {
        // GIVEN effects that wait for the host, for a timer, for each other and for a source, and what has not begun
        weak var witness: Witness?
        weak var store: StateStore<Words>?
        weak var runner: EffectRunner?
        weak var environment: CoreEnvironment?
        do {
            let seen = Witness()
            witness = seen
            let lab = Lab { [seen] bench in
                let inbox = bench.core.connect(HostSource<String, String>("inbox"))
                bench.core.sources = { _ in
                    [Source(id: 1) { for try await _ in inbox("listen") { _ = seen } }]
                }
                // Child tasks run on the core's loop, too.
                nonisolated(unsafe) let child = bench
                return { text in
                    bench.effects.run { [effects = bench.effects] in
                        effects.run { _ = try await bench.host("nested") }
                        _ = try await bench.host(text)
                        _ = seen
                    }
                    bench.effects.every(.seconds(1), id: "tick") { _ = seen }
                    bench.effects.debounce(id: "search", for: .seconds(1)) { _ = seen }
                    bench.effects.throttle(id: "save", every: .seconds(1), latest: true) { _ = seen }
                    bench.effects.run {
                        await withTaskGroup(of: Void.self) { group in
                            for _ in 1...3 { group.addTask { try? await child.wait() } }
                        }
                    }
                }
            }
            store = lab.store
            runner = lab.core.loop.effects
            environment = lab.core.loop.effects.environment
            lab.send("one", "two")
            #expect(lab.inFlight > 6)
            // WHEN
            lab.close()
        }
        // THEN
        #expect(witness == nil)
        #expect(store == nil)
        #expect(runner == nil)
        #expect(environment == nil)
    }

    @Test(arguments: [true, false])
    func anEffectThatIgnoresItsCancellationAndNeverWaitsHoldsNobodyUp(isEnded: Bool) {
        // GIVEN
        final class Turns: Sendable { let count = Mutex(0) }
        let turns = Turns()
        let lab = Lab { bench in
            { text in
                bench.effects.run {
                    _ = try? await bench.host(text)
                    while true {
                        turns.count.withLock { $0 += 1 }
                        await Task.yield()
                    }
                }
            }
        }
        lab.send("one")
        #expect(turns.count.withLock { $0 } == 0)
        // WHEN its core is ended, or let go of
        if isEnded { #expect(!lab.endOnce()) }
        lab.close()
        // THEN it has gone on for a while, and is left where it is
        #expect(turns.count.withLock { $0 } > 1)
    }

    @Test func aFailedMessagesEffectsAreLetGoOf() {
        // GIVEN
        weak var witness: Witness?
        let lab = Lab { bench in
            { _ in throw ScriptError(description: "no") }
        }
        let failing = Lab { bench in
            { text in
                bench.effects.run { bench.say("\(text)") }
                throw ScriptError(description: "no")
            }
        }
        do {
            let seen = Witness()
            witness = seen
            lab.send("a")
        }
        // WHEN
        for _ in 1...1_000 { failing.send("b") }
        // THEN nothing waits
        #expect(witness == nil)
        #expect(failing.inFlight == 0)
        #expect(!failing.core.loop.hasReadyEffects)
    }

    @Test func tenThousandEffectsInFlightHaveOneOutcomeEach() {
        // GIVEN a core that does it twice
        let count = 10_000
        nonisolated(unsafe) var outcomes: [Int: [String]] = [:]
        let lab = Lab { bench in
            { text in
                guard let number = Int(text) else { return }
                bench.effects.run {
                    do {
                        let reply = try await bench.host(text, timeout: .seconds(60))
                        outcomes[number, default: []].append(reply)
                    } catch {
                        outcomes[number, default: []].append("\(error)")
                    }
                }
            }
        }
        func round(_ base: Int) -> [Int] {
            outcomes = [:]
            for number in 0..<count { lab.send("\(number)") }
            _ = lab.heard()
            #expect(lab.inFlight == count)
            // WHEN they are answered in random order, some late, some twice, some never
            var generator = SeededGenerator(seed: 7)
            for number in (0..<count).shuffled(using: &generator) where number % 10 != 0 {
                lab.reply("e1-\(base + number + 1)", #"{"result":"\#(number)"}"#)
                if number % 10 == 1 { lab.reply("e1-\(base + number + 1)", #"{"result":"twice"}"#) }
            }
            lab.advance(60_000)
            for number in stride(from: 0, to: count, by: 20) {
                lab.reply("e1-\(base + number + 1)", #"{"result":"late"}"#)
            }
            _ = lab.heard()
            return (0..<count).map { outcomes[$0]?.count ?? 0 }
        }
        #expect(round(0).allSatisfy { $0 == 1 })
        // THEN every caller gets exactly one outcome
        #expect(round(count).allSatisfy { $0 == 1 })
        #expect(outcomes[1] == ["1"])
        #expect(outcomes[0] == [#"the gateway "host" did not answer within 60.0 seconds"#])
        // and nothing is left of it (Tests/C/effects_many.c counts bytes and threads)
        #expect(lab.inFlight == 0)
        #expect(lab.core.loop.effects.openRequests == 0)
        #expect(lab.core.loop.effects.timers.count == 0)
        #expect(lab.core.loop.effects.ignoredReplies == 2 * (count / 10 + count / 20))
    }
}

extension Lab.Bench {
    /// Waits for an answer of the host.
    fileprivate func wait() async throws { _ = try await host("child") }
}
