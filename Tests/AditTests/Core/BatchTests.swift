import Adit
import Testing

struct BatchTests {
    @Test func `a batch is full after as many messages as the limit says`() {
        let bench = Bench(batch: 3)
        bench.send(Script("a"), Script("b"), endBatch: false)
        #expect(!bench.core.loop.isBatchFull)
        bench.send(Script("c"), endBatch: false)
        #expect(bench.core.loop.isBatchFull)
        bench.endBatch()
        #expect(!bench.core.loop.isBatchFull)
    }

    @Test func `what a message causes counts as well, failed or not`() {
        let bench = Bench(batch: 3)
        bench.send(Script("a", .output(Script("b")), .output(Script("c", .fail("no")))), endBatch: false)
        #expect(bench.core.loop.isBatchFull)
    }

    @Test func `by default a batch has 256 messages`() {
        let bench = Bench()
        bench.send((1...255).map { Script("\($0)") }, endBatch: false)
        #expect(!bench.core.loop.isBatchFull)
        bench.send(Script("256"), endBatch: false)
        #expect(bench.core.loop.isBatchFull)
    }

    @Test func `by default a message may cause a million others, over 10 000 generations`() {
        #expect(CoreLimits().cascade == 1_000_000)
        #expect(CoreLimits().generations == 10_000)
    }

    @Test func `it ends with nothing in it`() {
        let bench = Bench()
        bench.endBatch()
        bench.endBatch()
        #expect(bench.told == [])
        #expect(bench.core.loop.revision == 0)
    }

    @Test func `what features put out while they are made is handled with the first batch`() {
        let bench = Bench { core in
            core.output(Script("hello", .add("hello")))
            return [Feature(performer(core))]
        }
        bench.endBatch()
        #expect(bench.told == ["> hello"])
        #expect(bench.words == ["hello"])
    }

    @Test func `what features put out while they are made is not lost with a message that fails`() {
        let bench = Bench { core in
            core.output(Script("hello", .add("hello")))
            return [Feature(performer(core))]
        }
        bench.send(Script("a", .fail("no")))
        #expect(bench.words == ["hello"])
    }

    @Test func `a core begins with the state that it is given`() {
        let bench = Bench(state: Words(words: ["stored"]))
        bench.send(Script("a", .add("a"), .fail("no")), Script("b", .add("b")))
        #expect(bench.words == ["stored", "b"])
        bench.send(Script("c", .reset))
        #expect(bench.words == ["stored"])
    }
}
