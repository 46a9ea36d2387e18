import Adit
import Testing

/// GIVEN a message whose handling throws WHEN it is handled THEN it leaves nothing behind, and the rest goes on.
struct FailureTests {
    @Test func `its changes are undone, those of earlier messages stay`() {
        let bench = Bench()
        bench.send(Script("a", .add("a")), Script("b", .add("b"), .add("b"), .fail("no")), Script("c", .add("c")))
        #expect(bench.words == ["a", "c"])
        #expect(bench.told == ["! b: no"])
    }

    @Test func `its outputs are dropped`() {
        let bench = Bench()
        bench.send(Script("a", .output(Script("x")), .fail("no")), Script("b", .output(Script("y"))))
        #expect(bench.told == ["! a: no", "> y"])
    }

    @Test func `its requests to the host are dropped`() {
        let bench = Bench()
        bench.send(Script("a", .tell("x"), .fail("no")), Script("b", .tell("y")))
        #expect(bench.told == ["! a: no", #"? host "y""#])
    }

    @Test func `a message that another one caused fails alone`() {
        let bench = Bench()
        bench.send(
            Script(
                "a", .add("a"), .output(Script("b", .add("b"), .output(Script("x")), .fail("no"))),
                .output(Script("c", .add("c")))),
            Script("d", .add("d")))
        #expect(bench.words == ["a", "c", "d"])
        #expect(bench.told == ["> b", "! b: no", "> c"])
    }

    @Test func `what earlier inputs did for it is undone, later ones do not see it`() {
        let bench = Bench { core in
            core.receivers = [{ [store = core.store] in store.change(.add("receiver \($0.name)")) }]
            return [
                Feature(performer(core)), Feature { [store = core.store] in store.change(.add("last \($0.name)")) },
            ]
        }
        bench.send(Script("a", .add("a")), Script("b", .fail("no")), Script("c"))
        #expect(bench.words == ["receiver a", "a", "last a", "receiver c", "last c"])
    }

    @Test func `a receiver may fail it`() {
        let bench = Bench { core in
            core.receivers = [{ if $0.name == "b" { throw ScriptError(description: "not b") } }]
            return [Feature(performer(core))]
        }
        bench.send(Script("a", .output(Script("b", .add("b"))), .output(Script("c", .add("c")))))
        #expect(bench.words == ["c"])
        #expect(bench.told == ["> b", "! b: not b", "> c"])
    }

    @Test func `a reset is undone as well`() {
        let bench = Bench()
        bench.send(Script("a", .add("a")), Script("b", .reset, .add("b"), .fail("no")))
        #expect(bench.words == ["a"])
    }

    @Test func `a failure after a reset in the same batch is undone`() {
        let bench = Bench()
        bench.send(
            Script("a", .add("a")), Script("b", .reset, .add("b")), Script("c", .add("c"), .fail("no")),
            Script("d", .add("d")))
        #expect(bench.words == ["b", "d"])
    }

    @Test func `many failures in one batch each leave the state as it was`() {
        let bench = Bench()
        let scripts = (0..<100).map { number in
            number % 3 == 0 ? Script("\(number)", .add("\(number)")) : Script("\(number)", .add("x"), .fail("no"))
        }
        bench.send(scripts)
        #expect(bench.words == (0..<100).filter { $0 % 3 == 0 }.map { "\($0)" })
    }

    @Test func `only messages that changed the state count`() {
        let bench = Bench()
        bench.send(
            Script("a", .add("a"), .add("a"), .add("a")), Script("nothing"), Script("b", .add("b"), .fail("no")),
            Script("c", .output(Script("d", .add("d"))), .output(Script("e"))))
        #expect(bench.core.loop.revision == 2)
        bench.send(Script("f", .reset))
        #expect(bench.core.loop.revision == 3)
    }
}
