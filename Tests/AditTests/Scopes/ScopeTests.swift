import Adit
import AditJSON
import AditState
import Testing

// A child: it counts, may be told to wait, and knows nothing of who it is in.
@Message
private enum Count: Equatable {
    case add(Int)
    case addLater(Int)
    case fail
    case wasAdded(sum: Int, at: Timestamp)
}

@Model
private struct Counted: State {
    var sum = 0
    var beats = false
    var log: Table<Int, Line> = []
    enum Change { case add(Int), beat(Bool) }
    mutating func apply(_ change: Change) {
        switch change {
        case .add(let number):
            sum += number
            log.append(Line(id: log.count, number: number))
        case .beat(let beats): self.beats = beats
        }
    }
}

@Model
private struct Line: Identifiable, Equatable {
    let id: Int
    var number: Int
}

private func countApp() -> App<Counted, Count> {
    App("count", state: Counted()) { core in
        let (store, output, effects) = (core.store, core.output, core.makeEffects())
        store.updated { (changes: ChangeSet) in childChanges.append(changes.map { "\($0.operation) \($0.path)" }) }
        core.sources = { $0.beats ? [.every(.seconds(1), id: "beat") { output(.add(1)) }] : [] }
        core.receivers = [{ if case .add(0) = $0 { store.change(.beat(!store.state().beats)) } }]
        core.middleware = [{ message, next in try next(message == .add(13) ? .add(12) : message) }]
        return [
            Feature([.add, .fail]) { message in
                if message == .fail {
                    store.change(.add(1000))
                    throw ScriptError(description: "no count")
                }
                guard case .add(let number) = message, number != 0 else { return }
                store.change(.add(number))
                output(.wasAdded(sum: store.state().sum, at: DependencyValues.current.date()))
            },
            Feature(.addLater) { message in
                guard case .addLater(let number) = message else { return }
                effects.after(.seconds(1), id: "later", whileInFlight: .cancelPrevious) { output(.add(number)) }
            },
        ]
    }
}

// What the children's stores have told; tests of this suite run one after the other.
nonisolated(unsafe) private var childChanges: [[String]] = []

// The parent: two counters, and something of its own.
@Message
private enum House: Equatable {
    case left(Count)
    case right(Count)
    case clear
}

@Model
private struct HouseState: State {
    var left = Counted()
    var right = Counted()
    var cleared = 0
    enum Change { case clear }
    mutating func apply(_ change: Change) {
        left = Counted()
        right = Counted()
        cleared += 1
    }
}

private func houseApp() -> App<HouseState, House> {
    App("house", state: HouseState()) { core in
        let store = core.store
        return [
            core.scope(.left, countApp(), state: \.left, message: House.left) {
                if case .left(let message) = $0 { message } else { nil }
            }
            .dependency(\.date, .constant(.epoch)),
            core.scope(.right, countApp(), state: \.right, message: House.right) {
                if case .right(let message) = $0 { message } else { nil }
            },
            Feature(.clear) { _ in store.change(.clear) },
        ]
    }
}

/// GIVEN a core of child cores WHEN messages come THEN each child handles its own, in its part of the state.
@Suite(.serialized) final class ScopeTests {
    private final class Ear: CoreListener {
        var told: [String] = []
        func announce<M>(
            _ message: M, _: MessageDirection, of _: Cause?, by write: (M, JSONWriter) throws(CodingFailure) -> Void
        )
            throws
        {
            let writer = JSONWriter()
            try write(message, writer)
            told.append(writer.text)
        }
        func request(_: HostRequest, of _: Cause?) {}
        func cancel(_: HostRequest, of _: Cause?) {}
        func fail(_: AnyMessage?, _ failure: CoreFailure, of _: Cause?) { told.append("\(failure)") }
    }

    private let ear = Ear()
    private let core: RunningApp
    private let store: StateStore<HouseState>

    init() {
        childChanges = []
        (core, store) = houseApp().makeCore(time: .virtual(from: .virtualStart), context: .live)
    }

    private func send(_ messages: House...) {
        drive { for message in messages { core.loop.handle(MessageBox(message), ear) } }
    }

    private func drive(_ body: () -> Void) {
        core.loop.environment.enter()
        core.loop.start(ear)
        body()
        while core.loop.hasReadyEffects { core.loop.runReadyEffect(ear) }
        core.loop.commitBatch(ear)
        core.loop.environment.leave()
    }

    private func advance(by seconds: Int) {
        let target = core.loop.effects.time.now + seconds * 1_000_000_000
        drive {}
        while true {
            var fired = false
            drive { fired = core.loop.fireTimer(by: target, ear) }
            if !fired { break }
        }
    }

    @Test func `W25: a child's messages are the parent's, its state a part of the parent's`() {
        send(.left(.add(2)), .right(.add(3)), .left(.add(4)))
        #expect(store.state().left.sum == 6)
        #expect(store.state().right.sum == 3)
        #expect(store.state().left.log.count == 2)
    }

    @Test func `dependencies are altered for one child, and not for its sibling`() {
        send(.left(.add(2)), .right(.add(3)))
        #expect(
            ear.told == [
                #"{"left":{"wasAdded":{"sum":2,"at":"1970-01-01T00:00:00Z"}}}"#,
                #"{"right":{"wasAdded":{"sum":3,"at":"2000-01-01T00:00:00Z"}}}"#,
            ])
    }

    @Test func `what a child throws undoes what it changed, in its part alone`() {
        send(.left(.add(2)), .left(.fail), .right(.add(1)))
        #expect(store.state().left.sum == 2)
        #expect(store.state().left.log.count == 1)
        #expect(ear.told.dropFirst().first == "thrown(no count)")
        #expect(core.loop.revision == 2)
    }

    @Test func `a child's middleware and receivers see its messages`() {
        send(.left(.add(13)), .right(.add(0)))
        #expect(store.state().left.sum == 12)
        #expect(store.state().right.beats)
        #expect(!store.state().left.beats)
    }

    @Test func `effects of two children with one id do not know each other`() {
        send(.left(.addLater(1)), .right(.addLater(2)), .left(.addLater(5)))
        advance(by: 1)
        #expect(store.state().left.sum == 5)
        #expect(store.state().right.sum == 2)
    }

    @Test func `each child has its sources, as its part of the state asks for them`() {
        send(.left(.add(0)), .right(.add(0)))
        advance(by: 2)
        #expect(store.state().left.sum == 2)
        #expect(store.state().right.sum == 2)
        send(.left(.add(0)))
        advance(by: 2)
        #expect(store.state().left.sum == 2)
        #expect(store.state().right.sum == 4)
    }

    @Test func `a child's observers hear of its part, with paths from there on`() {
        send(.left(.add(2)))
        send(.right(.add(0)))
        #expect(childChanges == [["replace /sum", "add /log/entities/0", "add /log/ids/0"], ["replace /beats"]])
    }

    @Test func `what the parent does to a child's part is there for the child`() {
        send(.left(.add(2)), .clear, .left(.add(3)))
        #expect(store.state().left.sum == 3)
        #expect(store.state().cleared == 1)
    }

    @Test func `a child is reset alone`() {
        let child = store.scope(\.left)
        send(.left(.add(2)), .right(.add(2)))
        child.reset()
        #expect(store.state().left.sum == 0)
        #expect(store.state().right.sum == 2)
        child.change(.add(7))
        #expect(store.state().left.sum == 7)
        #expect(child.state().sum == 7)
    }

    @Test func `a child may have children`() {
        let house = App<Street, StreetMessage>("street", state: Street()) { core in
            [
                core.scope(.house, houseApp(), state: \.house, message: StreetMessage.house) {
                    if case .house(let message) = $0 { message } else { nil }
                }
            ]
        }
        let (core, store) = house.makeCore(context: .live)
        core.loop.environment.enter()
        core.loop.handle(MessageBox(StreetMessage.house(.right(.add(9)))), ear)
        core.loop.commitBatch(ear)
        core.loop.environment.leave()
        #expect(store.state().house.right.sum == 9)
        #expect(ear.told.count == 1 && ear.told[0].hasPrefix(#"{"house":{"right":{"wasAdded":"#))
        #expect(childChanges == [["replace /sum", "add /log/entities/0", "add /log/ids/0"]])
    }
}

@Message
private enum StreetMessage: Equatable { case house(House) }

@Model
private struct Street: State {
    var house = HouseState()
    enum Change {}
    mutating func apply(_: Change) {}
}
