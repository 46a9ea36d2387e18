import Adit
import Testing

/// A script that outputs `count` more.
private func fan(_ name: String, _ count: Int) -> Script {
    Script(name, steps: (1...count).map { .output(Script("\(name)\($0)", .add("\($0)"))) })
}

/// A feature that puts out the same message again, for ever or `times` times.
private func echo(_ core: Bench.Builder, times: Int = .max) -> Feature<Script> {
    let output = core.output
    let store = core.store
    return Feature { message in
        guard message.name == "echo", store.state().words.count < times else { return }
        store.change(.add("."))
        output(message)
    }
}

/// GIVEN a message that causes others without end WHEN it is handled THEN it is cut off, and what was handled stays.
struct CutOffTests {
    @Test func `after 10 000 generations`() {
        let bench = Bench { [echo($0)] }
        bench.send(Script("echo"))
        #expect(bench.words.count == 10_001, "the message itself, and the generations that it caused")
        #expect(bench.told.count == 10_001)
        #expect(bench.told.last == "! echo was cut off: caused messages over more than 10000 generations")
    }

    @Test func `10 000 generations are not too many`() {
        let bench = Bench { [echo($0, times: 10_000)] }
        bench.send(Script("echo"))
        #expect(bench.words.count == 10_000)
        #expect(bench.told == Array(repeating: "> echo", count: 10_000))
    }

    @Test func `after as many messages as the limit says`() {
        let bench = Bench(cascade: 5)
        bench.send(fan("a", 8))
        #expect(bench.words == ["1", "2", "3", "4", "5"])
        #expect(
            bench.told == ["> a1", "> a2", "> a3", "> a4", "> a5", "! a6 was cut off: caused more than 5 messages"])
    }

    @Test func `as many messages as the limit says are not too many`() {
        let bench = Bench(cascade: 5)
        bench.send(fan("a", 5))
        #expect(bench.words == ["1", "2", "3", "4", "5"])
        #expect(bench.told.last == "> a5")
    }

    @Test func `the next message begins anew, without what was dropped`() {
        let bench = Bench(cascade: 2)
        bench.send(fan("a", 5), fan("b", 2))
        #expect(bench.words == ["1", "2", "1", "2"])
        #expect(bench.told == ["> a1", "> a2", "! a3 was cut off: caused more than 2 messages", "> b1", "> b2"])
        bench.send(Script("c", .output(Script("d"))))
        #expect(bench.told.last == "> d")
    }

    @Test func `a limit of no messages lets none through`() {
        let bench = Bench(cascade: 0)
        bench.send(Script("a", .add("a"), .output(Script("b", .add("b")))))
        #expect(bench.words == ["a"])
        #expect(bench.told == ["! b was cut off: caused more than 0 messages"])
    }

    @Test func `a failed message counts as one`() {
        let bench = Bench(cascade: 2)
        bench.send(Script("a", .output(Script("b", .fail("no"))), .output(Script("c")), .output(Script("d"))))
        #expect(bench.told == ["> b", "! b: no", "> c", "! d was cut off: caused more than 2 messages"])
    }
}
