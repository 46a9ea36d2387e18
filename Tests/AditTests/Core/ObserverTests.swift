import Adit
import Testing

/// A feature that puts out a message whenever the state was updated, as long as it has fewer words than `limit`.
private func observe(_ core: Bench.Builder, upTo limit: Int) {
    let output = core.output
    core.store.updated { [unowned store = core.store] in
        let count = store.state().words.count
        if count < limit { output(Script("update \(count)", .add("word \(count)"))) }
    }
}

/// GIVEN observers of the store in a core WHEN a batch ends THEN they are told once, and what they put out is handled.
struct ObserverTests {
    @Test func `they are told once a batch`() {
        let told = Counter()
        let bench = Bench { core in
            core.store.updated { told.count += 1 }
            return [Feature(performer(core))]
        }
        bench.send(Script("a", .add("a"), .add("b"), .output(Script("b", .add("c")))), Script("c", .add("d")))
        #expect(told.count == 1)
        bench.send(Script("d", .add("e")))
        #expect(told.count == 2)
    }

    @Test func `they are told when the batch ends, with its last state`() {
        let seen = Seen()
        let bench = Bench { core in
            core.store.updated { [unowned store = core.store] in seen.words.append(store.state().words) }
            return [Feature(performer(core))]
        }
        bench.send(Script("a", .add("a")), Script("b", .add("b")), endBatch: false)
        #expect(seen.words == [])
        bench.endBatch()
        #expect(seen.words == [["a", "b"]])
    }

    @Test func `they are not told of a batch that changed nothing`() {
        let told = Counter()
        let bench = Bench { core in
            core.store.updated { told.count += 1 }
            return [Feature(performer(core))]
        }
        bench.send(Script("a"), Script("b", .output(Script("c"))))
        bench.endBatch()
        #expect(told.count == 0)
    }

    @Test func `they are not told of changes that were undone`() {
        let told = Counter()
        let bench = Bench { core in
            core.store.updated { told.count += 1 }
            return [Feature(performer(core))]
        }
        bench.send(Script("a", .add("a"), .fail("no")))
        #expect(told.count == 0)
    }

    @Test func `what they put out is handled as a batch of its own`() {
        let bench = Bench { core in
            observe(core, upTo: 4)
            return [Feature(performer(core))]
        }
        bench.send(Script("a", .add("a")))
        #expect(bench.told == ["> update 1", "> update 2", "> update 3"])
        #expect(bench.words == ["a", "word 1", "word 2", "word 3"])
        #expect(bench.core.loop.revision == 4)
    }

    @Test func `what they put out without end is cut off, and what was handled stays`() {
        let bench = Bench { core in
            observe(core, upTo: .max)
            return [Feature(performer(core))]
        }
        bench.send(Script("a", .add("a")))
        #expect(bench.words.count == 10_001)
        #expect(bench.told.last == "! update 10001 was cut off: observers of the store caused more than 10000 batches")
        bench.send(Script("b"))
        #expect(bench.words.count == 10_001, "nothing is left over for the next batch")
        #expect(!bench.core.loop.isBatchFull)
    }

    @Test func `what they ask of the host is told at once`() {
        let bench = Bench { core in
            let host = core.connect(HostGateway<String, Never>("host"))
            core.store.updated { [unowned store = core.store] in try? host.send("\(store.state().words.count) words") }
            return [Feature(performer(core))]
        }
        bench.send(Script("a", .add("a")))
        #expect(bench.told == [#"? host "1 words""#])
        bench.send(Script("b", .fail("no")))
        #expect(bench.told == [#"? host "1 words""#, "! b: no"])
    }

    @Test func `they are told in the order in which they came`() {
        let seen = Seen()
        let bench = Bench { core in
            for name in ["1", "2", "3"] { core.store.updated { seen.words.append([name]) } }
            return [Feature(performer(core))]
        }
        bench.send(Script("a", .add("a")))
        #expect(seen.words == [["1"], ["2"], ["3"]])
    }
}

private final class Counter: @unchecked Sendable { var count = 0 }  // Used by one test, on its thread.
private final class Seen: @unchecked Sendable { var words: [[String]] = [] }  // Used by one test, on its thread.
