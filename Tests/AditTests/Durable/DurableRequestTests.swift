import Adit
import AditState
import Testing
import TestSupport

@Suite(.onUncertainStorages) struct DurableRequestTests {
    /// A core that asks the host by a durable request: `ask TEXT`, `ask TEXT as ID`, `cancel ID`. Its answers are
    /// messages, whose texts are kept in the state.
    private func lab(
        _ storage: (any StateStorage)? = nil, serving gateways: Set<String> = ["host"], retry: RetryPolicy = .none,
        timeout: Duration? = nil, as name: String? = nil, bringing bring: (inout DependencyValues) -> Void = { _ in }
    ) -> Lab {
        Lab(storage: storage, serving: gateways, bringing: bring) { bench in
            let host = bench.core.durable(
                HostGateway<String, String>("host", timeout: timeout), as: name, retry: retry
            ) { answer in
                switch answer.result {
                case .success(let reply): .says("note \(answer.request): \(reply)")
                case .failure(let failure): .says("note \(answer.request): \(failure)")
                }
            }
            return { text in
                let words = text.split(separator: " ").map(String.init)
                switch words[0] {
                case "ask" where words.count == 4:
                    try host.request(words[1], id: words[3], whilePending: words[2] == "or" ? .skip : .cancelPrevious)
                case "ask": try host.request(words[1])
                case "fail":
                    try host.request(words[1])
                    throw CancellationError()
                case "cancel": host.cancel(id: words[1])
                case "note": bench.store.change(.add(String(text.dropFirst(5))))
                case "yes", "no": break
                default: bench.say(host.isPending(id: words[1]) ? "yes" : "no")
                }
            }
        }
    }

    @Test func anAnswerBecomesAMessageWithTheIDOfTheCause() {
        // GIVEN
        let lab = lab()
        // WHEN
        lab.send("ask milk", id: 7)
        lab.reply("e1-1", #"{"result":"two"}"#)
        // THEN
        #expect(lab.heard() == [#"? e1-1 "milk" #7"#, "> note milk: two #7"])
        #expect(lab.words == ["milk: two"])
    }

    @Test func aMessageThatFailsAsksNothing() {
        // GIVEN
        let lab = lab()
        // WHEN
        lab.send("fail milk")
        // THEN
        #expect(lab.heard() == ["! CancellationError()"])
        #expect(lab.core.loop.durable?.isEmpty == true)
    }

    @Test func whatIsNotAnsweredIsAskedAgainAfterOpening() {
        // GIVEN
        let storage = MemoryStorage()
        do {
            let lab = lab(storage)
            lab.send("ask milk", "ask bread", id: 7)
            lab.endBatch()
            #expect(lab.heard().count == 2)
        }
        // WHEN the core is opened again, as after a crash
        let lab = lab(storage)
        lab.send("pending x")
        lab.reply("e1-2", #"{"result":"one"}"#)
        lab.endBatch()
        // THEN each has its id and its cause, and the first one is open
        #expect(
            lab.heard() == [#"? e1-1 "milk" #7"#, #"? e1-2 "bread" #7"#, "> no", "> note bread: one #7"])
        // WHEN it is opened once more
        let last = self.lab(storage)
        last.send("ask tea")
        // THEN the answered one is not asked again, and no id is used again
        #expect(last.heard() == [#"? e1-1 "milk" #7"#, #"? e3-1 "tea""#])
        #expect(last.words == ["bread: one"])
    }

    @Test func aLateAnswerCountsAfterOpening() {
        // GIVEN
        let storage = MemoryStorage()
        do {
            let lab = lab(storage)
            lab.send("ask milk")
            lab.endBatch()
        }
        // WHEN the host answers what it was asked before, twice
        let lab = lab(storage)
        lab.send("pending x")
        lab.reply("e1-1", #"{"result":"two"}"#)
        lab.reply("e1-1", #"{"result":"three"}"#)
        // THEN
        #expect(lab.words == ["milk: two"])
        #expect(lab.core.loop.effects.ignoredReplies == 1)
    }

    @Test func aRequestIsAskedAnewAsOftenAsItsPolicySays() {
        // GIVEN
        let lab = lab(retry: RetryPolicy(maximumAttempts: 3, initialInterval: .seconds(1), backoffCoefficient: 10))
        lab.send("ask milk")
        // WHEN the host answers with errors
        lab.reply("e1-1", #"{"error":"busy"}"#)
        lab.advance(999)
        #expect(lab.heard() == [#"? e1-1 "milk""#])
        lab.advance(1)
        lab.reply("e1-1", #"{"error":"busy"}"#)
        lab.advance(9_999)
        #expect(lab.heard() == [#"? e1-1 "milk""#])
        lab.advance(1)
        lab.reply("e1-1", #"{"error":"gone"}"#)
        // THEN the last one is the answer
        #expect(
            lab.heard() == [
                #"? e1-1 "milk""#, #"> note milk: the gateway "host" answered with the error "gone""#,
            ])
        #expect(lab.core.loop.durable?.isEmpty == true)
    }

    @Test func theAttemptsOfAnEarlierOpeningCount() {
        // GIVEN one failed attempt, and a time of the next
        let storage = MemoryStorage()
        let policy = RetryPolicy(maximumAttempts: 2, initialInterval: .seconds(60))
        do {
            let lab = lab(storage, retry: policy)
            lab.send("ask milk")
            lab.reply("e1-1", #"{"error":"busy"}"#)
            lab.endBatch()
        }
        // WHEN it is opened again, at the same time
        let lab = lab(storage, retry: policy)
        lab.send("pending x")
        lab.advance(59_999)
        #expect(lab.heard() == ["> no"])
        lab.advance(1)
        #expect(lab.heard() == [#"? e1-1 "milk""#])
        lab.reply("e1-1", #"{"error":"busy"}"#)
        // THEN
        #expect(lab.words == [#"milk: the gateway "host" answered with the error "busy""#])
    }

    @Test func aTimeoutIsAFailedAttempt() {
        // GIVEN
        let lab = lab(retry: RetryPolicy(maximumAttempts: 2), timeout: .seconds(5))
        // WHEN
        lab.send("ask milk")
        lab.advance(6_000)
        lab.advance(5_000)
        // THEN
        #expect(
            lab.heard() == [
                #"? e1-1 "milk""#, "x e1-1", #"? e1-1 "milk""#, "x e1-1",
                #"> note milk: the gateway "host" did not answer within 5.0 seconds"#,
            ])
    }

    @Test func aDeadlineEndsARequestAlsoAfterOpening() {
        // GIVEN
        let storage = MemoryStorage()
        let policy = RetryPolicy(deadline: .seconds(60))
        do {
            let lab = lab(storage, retry: policy)
            lab.send("ask milk")
            lab.endBatch()
            lab.advance(10_000)
        }
        // WHEN it is opened again, at the same time as the first
        let lab = lab(storage, retry: policy)
        lab.send("pending x")
        lab.advance(60_000)
        // THEN
        #expect(
            lab.heard() == [
                #"? e1-1 "milk""#, "> no", "x e1-1",
                #"> note milk: the gateway "host" did not answer within 60.0 seconds"#,
            ])
        #expect(lab.core.loop.durable?.isEmpty == true)
    }

    @Test(arguments: [Duration.seconds(Int64.max), .seconds(9_223_372_037), .seconds(6_311_390_400)])
    func anIntervalAndADeadlineBeyondTheEndOfTheClockNeverCome(_ longest: Duration) {
        // GIVEN
        let storage = MemoryStorage()
        let policy = RetryPolicy(
            initialInterval: longest, backoffCoefficient: 1000, maximumInterval: longest, deadline: longest)
        do {
            let lab = lab(storage, retry: policy)
            lab.send("ask milk")
            lab.reply("e1-1", #"{"error":"busy"}"#)
            // WHEN
            for _ in 1...4 { lab.advance(1_577_847_600_000) }
            lab.endBatch()
            // THEN
            #expect(lab.heard() == [#"? e1-1 "milk""#])
            #expect(lab.core.loop.durable?.count == 1)
        }
        // WHEN it is opened again
        let lab = lab(storage, retry: policy)
        lab.send("pending x")
        lab.advance(1_577_847_600_000)
        // THEN
        #expect(lab.heard() == ["> no"])
    }

    @Test func aRequestIsCancelled() {
        // GIVEN
        let storage = MemoryStorage()
        let first = lab(storage)
        first.send("ask milk or a", "ask bread or a", "ask tea and b")
        first.endBatch()
        #expect(first.heard() == [#"? e1-1 "milk""#, #"? e1-3 "tea""#])
        // WHEN
        first.send("cancel a", "ask rum and b", "pending a")
        first.endBatch()
        // THEN
        #expect(first.heard() == ["x e1-1", "x e1-3", #"? e1-4 "rum""#, "> no"])
        // WHEN
        let second = lab(storage)
        second.send("pending b")
        // THEN
        #expect(second.heard() == [#"? e1-4 "rum""#, "> yes"])
    }

    @Test func aFixtureIsTheAnswer() {
        // GIVEN
        let lab = lab(MemoryStorage()) { $0.gatewayFixtures["host"] = .string("two") }
        // WHEN
        lab.send("ask milk")
        // THEN
        #expect(lab.heard() == ["> note milk: two"])
        #expect(lab.core.loop.durable?.isEmpty == true)
    }

    @Test func aHostThatDoesNotServeTheGatewayIsNotAsked() {
        // GIVEN
        let storage = MemoryStorage()
        do {
            let lab = lab(storage)
            lab.send("ask milk")
            lab.endBatch()
        }
        // WHEN another host opens it, and then the first one again
        let other = lab(storage, serving: [])
        other.send("ask bread")
        other.endBatch()
        // THEN the request waits, and a new one fails at once
        let failure =
            #"! the host does not serve the gateway "host"; it would have to list it in the config's "gateways""#
        #expect(other.heard() == [failure])
        let lab = lab(storage)
        lab.send("pending x")
        #expect(lab.heard() == [#"? e1-1 "milk""#, "> no"])
    }

    @Test func aConnectionThatIsGoneKeepsTheRequest() {
        // GIVEN
        let storage = MemoryStorage()
        do {
            let lab = lab(storage, as: "old")
            lab.send("ask milk")
            lab.endBatch()
        }
        // WHEN a version of the app has no connection of that name
        let other = lab(storage, as: "new")
        other.send("pending x")
        other.reply("e1-1", #"{"result":"two"}"#)
        other.endBatch()
        // THEN
        #expect(
            other.heard().last
                == """
                ! the durable request e1-1 was answered, and no connection has its name "old"; it stays, until a \
                version of the app has a connection of that name
                """)
        // WHEN a later one has it
        let lab = lab(storage, as: "old")
        lab.send("pending x")
        lab.reply("e1-1", #"{"result":"two"}"#)
        // THEN
        #expect(lab.words == ["milk: two"])
    }

    @Test func aBatchThatIsLostAsksNothing() {
        // GIVEN
        let storage = FlakyStorage()
        let lab = lab(storage)
        lab.send("ask milk")
        lab.endBatch()
        // WHEN the next batch cannot be written
        storage.fails = true
        lab.send("ask bread", "cancel x")
        lab.endBatch()
        storage.fails = false
        // THEN the host does not hear of it, and its answer is ignored
        #expect(lab.heard() == [#"? e1-1 "milk""#, "lost: the disk is full"])
        lab.reply("e1-2", #"{"result":"one"}"#)
        lab.endBatch()
        #expect(lab.words == [])
        #expect(lab.core.loop.durable?.count == 1)
    }

    @Test func anAnswerThatIsLostIsAskedForAgain() {
        // GIVEN
        let storage = FlakyStorage()
        let lab = lab(storage)
        lab.send("ask milk")
        lab.endBatch()
        // WHEN the batch with the answer cannot be written
        storage.fails = true
        lab.reply("e1-1", #"{"result":"two"}"#)
        lab.endBatch()
        storage.fails = false
        lab.endBatch()
        #expect(lab.heard() == [#"? e1-1 "milk""#, "lost: the disk is full"])
        #expect(lab.words == [])
        lab.advance(1_000)
        // THEN
        #expect(lab.heard() == [#"? e1-1 "milk""#])
        lab.reply("e1-1", #"{"result":"two"}"#)
        lab.endBatch()
        #expect(lab.words == ["milk: two"])
        #expect(self.lab(storage).core.loop.durable?.isEmpty == true)
    }

    @Test func anAnswerThatIsLostBeforeItIsHandledIsAskedForAgain() throws {
        // GIVEN
        let storage = FlakyStorage()
        let lab = lab(storage)
        lab.send("ask milk")
        lab.endBatch()
        // WHEN the batch in which it arrives cannot be written, and ends before the answer is handled
        storage.fails = true
        try lab.answerInABatch("e1-1", #"{"result":"two"}"#, with: "note bread")
        storage.fails = false
        #expect(lab.heard() == [#"? e1-1 "milk""#, "lost: the disk is full"])
        #expect(lab.words == [])
        lab.advance(1_000)
        // THEN
        #expect(lab.heard() == [#"? e1-1 "milk""#])
        lab.reply("e1-1", #"{"result":"two"}"#)
        lab.endBatch()
        #expect(lab.words == ["milk: two"])
        #expect(self.lab(storage).core.loop.durable?.isEmpty == true)
    }
}

/// A storage in memory that fails on request.
final class FlakyStorage: StateStorage {
    var fails = false
    private let storage = MemoryStorage()

    var head: StorageHead? { storage.head }
    func readMembers(_ body: (String, RowText) throws(CodingFailure) -> Void) throws { try storage.readMembers(body) }
    func readTables() -> [String] { storage.readTables() }
    func readElements(of table: String, _ body: (RowText, RowText) throws(CodingFailure) -> Void) throws {
        try storage.readElements(of: table, body)
    }
    func readJournal(_ body: (StorageHead, RowText) throws -> Bool) throws { try storage.readJournal(body) }
    func close() {}

    func write(_ head: StorageHead, entries: () -> RowText, _ body: (any RowSink) throws -> Void) throws {
        if fails { throw StorageFailure(.failed, "the disk is full") }
        try storage.write(head, entries: entries, body)
    }
}
