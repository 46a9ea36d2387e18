import Adit
import AditTesting
import Testing

/// GIVEN a core's code that starts work outside of its core WHEN it does so THEN that is told, once, with what to do
/// instead.
struct StrayTaskTests {
    private static let stray = """
        the app "lab": a Task { } was started outside of the core: it runs on another thread, where the state must not be \
        touched, and a test or a replay does not wait for it. Start an effect, effects.run { … }; inside of an effect, use \
        async let or a task group
        """

    @Test func `a stray task is a failure of the test`() {
        let found = TestFailures.collect {
            let lab = Lab(context: .test) { _ in { _ in Task {} } }
            lab.send("a")
            lab.send("b")
        }
        #expect(found.map(\.text) == [StrayTaskTests.stray])
    }

    @Test func `so is one in an effect`() {
        let found = TestFailures.collect {
            let lab = Lab(context: .test) { bench in { _ in bench.effects.run { Task.detached {} } } }
            lab.send("a")
        }
        #expect(found.map(\.text) == [StrayTaskTests.stray])
    }

    @Test func `elsewhere it is a warning of the log`() {
        let lines = Log<String>()
        let lab = Lab(bringing: { $0.logger = Logger(keepingIn: lines) }) { _ in { _ in Task {} } }
        lab.send("a")
        lab.send("b")
        #expect(lines.entries == ["warning: " + StrayTaskTests.stray])
    }

    private static let sleep = """
        the app "lab": an effect sleeps by Task.sleep, which does not follow the core's clock: a test waits for it in real time, \
        and a replay does not wait for it. Use try await clock.sleep(for: …) with @Dependency(\\.clock), or effects.after(…)
        """

    @Test func `an effect that sleeps by Task.sleep is a failure of the test`() {
        let sleeps: [@Sendable () async throws -> Void] = [
            { try await Task.sleep(for: .seconds(1000)) },
            { try await Task.sleep(nanoseconds: 1_000_000_000_000) },
            { try await ContinuousClock().sleep(for: .seconds(1000)) },
            {
                async let child: Void = Task.sleep(until: .now + .seconds(1000), clock: .suspending); try await child
            },
        ]
        for sleep in sleeps {
            let found = TestFailures.collect {
                let lab = Lab(context: .test) { bench in { _ in bench.effects.run { try await sleep() } } }
                lab.send("a")
                lab.send("b")
                #expect(lab.inFlight == 2)
            }
            #expect(found.map(\.text) == [StrayTaskTests.sleep])
        }
    }

    @Test func `elsewhere it is a warning of the log, and the effect goes on afterwards`() async {
        let lines = Log<String>()
        let (woken, wake) = AsyncStream.makeStream(of: Void.self)
        let lab = Lab(bringing: { $0.logger = Logger(keepingIn: lines) }) { bench in
            { text in
                guard text == "a" else { return }
                bench.effects.run {
                    try await Task.sleep(for: .milliseconds(1))
                    bench.say("slept")
                }
            }
        }
        lab.core.loop.effects.ready.wake = { wake.yield() }
        lab.send("a")
        for await _ in woken { break }
        lab.drive {}
        #expect(lab.told == ["> slept"])
        #expect(lines.entries == ["warning: " + StrayTaskTests.sleep])
    }

    @Test func `to sleep by the core's clock is right`() {
        let found = TestFailures.collect {
            let lab = Lab(context: .test) { bench in
                { text in
                    guard text == "a" else { return }
                    bench.effects.run {
                        @Dependency(\.clock) var clock
                        try await clock.sleep(for: .milliseconds(1))
                        bench.say("slept")
                    }
                }
            }
            lab.send("a")
            lab.advance(1)
            #expect(lab.told == ["> slept"])
        }
        #expect(found == [])
    }

    @Test func `what an effect may do is not told`() {
        let found = TestFailures.collect {
            let lab = Lab(context: .test) { bench in
                { text in
                    guard text == "a" else { return }
                    bench.effects.run {
                        async let first = 1
                        let sum = await withTaskGroup(of: Int.self) { group in
                            for number in 2...4 { group.addTask { number } }
                            return await group.reduce(0, +)
                        }
                        let all = await first + sum
                        await Task.yield()
                        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
                        continuation.yield(1)
                        continuation.finish()
                        for await _ in stream {}
                        bench.say("\(all)")
                    }
                }
            }
            lab.send("a")
            #expect(lab.told == ["> 10"])
        }
        #expect(found == [])
    }
}

extension Logger {
    /// Keeps its lines.
    init(keepingIn log: Log<String>) {
        self.init(label: "test") { _ in
            CoreLogHandler(logLevel: .trace) { log.add("\($0.level): \($0.message)") }
        }
    }
}
