import Adit
import Testing

/// Adds a letter to the name of each message, on its way in and, of what it saw, on its way out.
private func mark(_ letter: String, _ seen: Passed) -> Middleware<Script> {
    { message, next in
        seen.lines.append("\(letter) \(message.name)")
        try next(Script(message.name + letter, steps: message.steps))
        seen.lines.append("\(letter) is back")
    }
}

final class Passed: @unchecked Sendable { var lines: [String] = [] }

/// GIVEN a core with middleware WHEN messages come THEN each passes it, in list order, before anything else sees it.
struct MiddlewareTests {
    private let seen = Passed()

    private func bench(
        unspeakable: Set<String> = [], _ middleware: @escaping @Sendable (Bench.Builder) -> [Middleware<Script>]
    ) -> Bench {
        Bench(unspeakable: unspeakable) { core in
            core.middleware = middleware(core)
            return [Feature(performer(core))]
        }
    }

    @Test func `W9: middleware receives, transforms and forwards, in list order`() {
        let bench = bench { [seen] _ in [mark("x", seen), mark("y", seen)] }
        bench.send(Script("a", .output(Script("b"))))
        #expect(
            seen.lines == ["x a", "y ax", "y is back", "x is back", "x b", "y bx", "y is back", "x is back"])
        #expect(bench.told == ["> bxy"], "what is heard is what came through")
    }

    @Test func `what is swallowed is neither handled nor heard`() {
        let bench = bench { _ in [{ message, next in if message.name != "b" { try next(message) } }] }
        bench.send(Script("a", .output(Script("b", .add("b"))), .output(Script("c", .add("c")))))
        #expect(bench.words == ["c"])
        #expect(bench.told == ["> c"])
    }

    @Test func `what is changed on the way is what features handle`() {
        let bench = bench { _ in [{ message, next in try next(Script(message.name, .add("instead"))) }] }
        bench.send(Script("a", .add("a")))
        #expect(bench.words == ["instead"])
    }

    @Test func `receivers see what the middleware let through`() {
        let bench = Bench { [seen] core in
            core.middleware = [mark("x", seen)]
            core.receivers = [{ seen.lines.append("receiver \($0.name)") }]
            return []
        }
        bench.send(Script("a"))
        #expect(seen.lines == ["x a", "receiver ax", "x is back"])
    }

    @Test func `W12: what handling throws goes through the middleware, and on to the host`() {
        let bench = bench { [seen] _ in
            [
                { message, next in
                    do { try next(message) } catch {
                        seen.lines.append("\(message.name): \(error)")
                        throw error
                    }
                }
            ]
        }
        bench.send(Script("a", .add("a"), .output(Script("x")), .fail("no")))
        #expect(seen.lines == ["a: no"])
        #expect(bench.told == ["! a: no"])
        #expect(bench.words == [])
    }

    @Test func `the message is undone before the middleware hears what it threw`() {
        let bench = Bench { [seen] core in
            core.middleware = [
                { [store = core.store] message, next in
                    do { try next(message) } catch { seen.lines.append("\(store.state().words)") }
                }
            ]
            return [Feature(performer(core))]
        }
        bench.send(
            Script("a", .add("a")), Script("b", .add("b"), .output(Script("x")), .fail("no")), Script("c", .add("c")))
        #expect(seen.lines == [#"["a"]"#])
        #expect(bench.words == ["a", "c"])
        #expect(bench.told == [], "who catches the error has dealt with it")
    }

    @Test func `what a middleware throws itself undoes the message, handled or not`() {
        let bench = bench { _ in
            [
                { message, next in
                    if message.name == "early" { throw ScriptError(description: "not in") }
                    try next(message)
                    if message.name == "late" { throw ScriptError(description: "not out") }
                }
            ]
        }
        bench.send(
            Script("early", .add("1")), Script("late", .add("2"), .output(Script("x"))), Script("good", .add("3")))
        #expect(bench.words == ["3"])
        #expect(bench.told == ["! early: not in", "! late: not out"])
    }

    @Test func `a message that cannot be announced is not handled`() {
        let bench = bench(unspeakable: ["b"]) { _ in [{ message, next in try next(message) }] }
        bench.send(Script("a", .output(Script("b", .add("b"))), .add("a")))
        #expect(bench.words == ["a"])
        #expect(bench.told == ["! b was not announced: unspeakable"])
    }

    @Test func `a message that is forwarded twice is handled twice, and undone as one`() {
        let bench = bench { _ in
            [
                { message, next in
                    try next(message)
                    if message.name == "twice" { try next(message) }
                    if message.name == "undone" {
                        try next(message)
                        throw ScriptError(description: "no")
                    }
                }
            ]
        }
        bench.send(Script("twice", .add("a")), Script("undone", .add("b")))
        #expect(bench.words == ["a", "a"])
        #expect(bench.core.loop.revision == 1)
    }

    @Test func `what a middleware puts out is handled after the message`() {
        let bench = Bench { core in
            core.middleware = [
                { [output = core.output] message, next in
                    if message.name == "a" { output(Script("extra", .add("extra"))) }
                    try next(message)
                }
            ]
            return [Feature(performer(core))]
        }
        bench.send(Script("a", .add("a")))
        #expect(bench.words == ["a", "extra"])
        #expect(bench.told == ["> extra"])
    }

    @Test func `a core made in Swift has middleware, too`() throws {
        let store = StateStore(Words())
        let core: Input<Script> = createAppCore(
            store: store, receivers: [], features: [createPerformer(store: store, output: { _ in })],
            middleware: [mark("x", seen)])
        try core(Script("a", .add("a")))
        #expect(seen.lines == ["x a", "x is back"])
        #expect(store.state().words == ["a"])
    }
}

/// GIVEN a feature with middleware WHEN messages come THEN it concerns that feature alone.
struct FeatureMiddlewareTests {
    private let seen = Passed()

    private func feature(_ name: String) -> Feature<Script> {
        Feature { [seen] in seen.lines.append("\(name) \($0.name)") }
    }

    private func send(_ features: [Feature<Script>]) throws {
        let core: Input<Script> = createAppCore(
            store: StateStore(Words()), receivers: [], features: features.map(\.input))
        try core(Script("a"))
    }

    @Test func `it passes the message on to the one feature, in list order`() throws {
        try send([feature("first").middleware(mark("x", seen), mark("y", seen)), feature("second")])
        #expect(seen.lines == ["x a", "y ax", "first axy", "y is back", "x is back", "second a"])
    }

    @Test func `what it swallows is seen by the others`() throws {
        try send([feature("first").middleware { _, _ in }, feature("second")])
        #expect(seen.lines == ["second a"])
    }

    @Test func `overrides hold for what is written before them`() throws {
        let seen = seen
        let look: Middleware<Script> = { message, next in
            seen.lines.append("\(DependencyValues.current.date().description.prefix(4))")
            try next(message)
        }
        let feature = feature("first").dependency(\.date, .constant(.epoch)).middleware(look)
        let around = feature.dependency(\.date, .constant(.virtualStart))
        try send([around])
        #expect(seen.lines == ["2000", "first a"], "the middleware stands around the inner override")
        #expect(feature.overrides.map(\.name) == around.overrides.map(\.name), "the closer one is shown")
        #expect("\(around.overrides[0].value)" == "\(feature.overrides[0].value)")
    }
}

/// GIVEN a core with middleware WHEN nobody has it any more THEN it is gone, though who heard it had it.
struct MiddlewareLifetimeTests {
    @Test func `what heard a message last is not kept by the core`() {
        weak var core: RunningApp?
        do {
            let bench = Bench { core in
                core.middleware = [{ message, next in try next(message) }]
                return [Feature(performer(core))]
            }
            bench.send(Script("a", .output(Script("b"))))
            core = bench.core
            #expect(core != nil)
        }
        #expect(core == nil)
    }
}
