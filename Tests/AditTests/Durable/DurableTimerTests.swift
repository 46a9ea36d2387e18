import Adit
import AditState
import Testing
import TestSupport

@Suite(.onUncertainStorages) struct DurableTimerTests {
    /// A core with durable timers: `wake MILLISECONDS ID`, `cancel ID`. A due one notes its id in the state.
    private func lab(_ storage: (any StateStorage)? = nil, at date: Timestamp = .virtualStart) -> Lab {
        Lab(storage: storage, time: .virtual(from: date)) { bench in
            let timers = bench.core.timers
            return { text in
                let words = text.split(separator: " ").map(String.init)
                switch words[0] {
                case "wake":
                    try timers.wake(after: .milliseconds(Int(words[1])!), id: words[2], .says("note \(words[2])"))
                case "at":
                    let due = Timestamp.virtualStart.advanced(by: .milliseconds(Int(words[1])!))
                    try timers.wake(at: due, id: words[2], .says("note \(words[2])"))
                case "after":
                    try timers.wake(after: .seconds(Int(words[1])! * year), id: words[2], .says("note \(words[2])"))
                case "in":
                    let due = Timestamp.virtualStart.advanced(by: .seconds(Int(words[1])! * year))
                    try timers.wake(at: due, id: words[2], .says("note \(words[2])"))
                case "fail":
                    try timers.wake(after: .seconds(1), id: "x", .says("note x"))
                    throw CancellationError()
                case "cancel": timers.cancel(id: words[1])
                case "note": bench.store.change(.add(words[1]))
                case "yes", "no": break
                default: bench.say(timers.isScheduled(id: words[1]) ? "yes" : "no")
                }
            }
        }
    }

    @Test func aTimerOutputsItsMessage() {
        // GIVEN
        let lab = lab()
        // WHEN
        lab.send("wake 5000 a", "at 6000 b", "at -6000 c", id: 7)
        lab.advance(4_999)
        // THEN one of the past is due at once
        #expect(lab.heard() == ["> note c #7"])
        lab.advance(1)
        #expect(lab.heard() == ["> note a #7"])
        lab.advance(1_000)
        #expect(lab.heard() == ["> note b #7"])
        #expect(lab.core.loop.durable?.isEmpty == true)
    }

    @Test func aTimerIsReplacedAndCancelled() {
        // GIVEN
        let lab = lab()
        lab.send("wake 1000 a", "wake 1000 b")
        // WHEN
        lab.send("wake 2000 a", "cancel b", "is a", "is b", "fail")
        lab.advance(60_000)
        // THEN
        #expect(lab.heard() == ["> yes", "> no", "! CancellationError()", "> note a"])
    }

    @Test func aTimerFiresAfterOpening() {
        // GIVEN
        let storage = MemoryStorage()
        do {
            let lab = lab(storage)
            lab.send("wake 5000 a", "wake 60000 b", id: 7)
            lab.endBatch()
            lab.advance(1_000)
        }
        // WHEN the core is opened again ten seconds later
        let lab = lab(storage, at: .virtualStart.advanced(by: .seconds(10)))
        lab.send("is a")
        lab.advance(0)
        lab.endBatch()
        // THEN what was due meanwhile is due now
        #expect(lab.heard() == ["> yes", "> note a #7"])
        lab.advance(49_999)
        #expect(lab.heard() == [])
        lab.advance(1)
        #expect(lab.heard() == ["> note b #7"])
        lab.endBatch()
        // WHEN it is opened once more
        let last = self.lab(storage, at: .virtualStart.advanced(by: .seconds(100)))
        // THEN none is left
        #expect(last.core.loop.durable?.isEmpty == true)
        #expect(last.words == ["a", "b"])
    }

    @Test func aTimerBeyondTheEndOfTheClockFiresInItsTime() {
        // GIVEN timers after the 146 years that a clock has, and after the 292 of all nanoseconds
        let storage = MemoryStorage()
        do {
            let lab = lab(storage)
            lab.send("after 140 a", "after 200 b", "in 400 c", "after 100000000000 d")
            lab.endBatch()
            // WHEN the clock reaches its end
            for _ in 1...4 { lab.advance(50 * year * 1000) }
            lab.endBatch()
            // THEN only that of before has fired
            #expect(lab.heard() == ["> note a"])
            #expect(lab.core.loop.durable?.count == 3)
        }
        for (years, heard) in [(199, []), (200, ["> note b"]), (399, []), (400, ["> note c"]), (7000, [])] {
            // WHEN the core is opened again in another century
            let lab = lab(storage, at: .virtualStart.advanced(by: .seconds(years * year)))
            lab.send("is d")
            lab.advance(0)
            lab.endBatch()
            // THEN what is due by then is due, and nothing else
            #expect(lab.heard() == ["> yes"] + heard, "\(years) years")
        }
    }

    @Test func aBatchThatIsLostStartsAndEndsNone() {
        // GIVEN
        let storage = FlakyStorage()
        let lab = lab(storage)
        lab.send("wake 1000 a", "wake 1000 b", "wake 9000 c")
        lab.endBatch()
        // WHEN the next batches cannot be written
        storage.fails = true
        lab.send("wake 5000 d", "cancel c", "wake 2000 b")
        lab.endBatch()
        lab.advance(1_000)
        lab.endBatch()
        storage.fails = false
        lab.endBatch()
        _ = lab.heard()
        // THEN none fires again at once: a core whose storage refuses all would do nothing else
        lab.advance(0)
        lab.endBatch()
        #expect(lab.heard().isEmpty)
        // WHEN time passes
        lab.advance(10_000)
        lab.endBatch()
        // THEN a and b, whose messages were lost, fire again, and c as before
        #expect(lab.words.sorted() == ["a", "b", "c"])
        #expect(self.lab(storage).core.loop.durable?.isEmpty == true)
    }
}

/// A year, in seconds.
private let year = 31_556_952
