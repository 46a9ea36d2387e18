import AditState
import Adit
import AditJSON
import Testing

@testable import CounterCore

@Suite struct CounterTests {
    @Test func R20_aTinyCoreIsOneFeature() {
        // GIVEN the whole of a small core
        let counter = CounterCore()
        // WHEN
        counter.send(.counter(.request(.increment(by: 2))))
        counter.send(.counter(.request(.increment(by: 3))))
        // THEN
        #expect(counter.value == 5)
        #expect(
            counter.heard == [.counter(.response(.wasIncremented(to: 2))), .counter(.response(.wasIncremented(to: 5)))])
    }

    @Test(arguments: [(Int.max, 1), (Int.min, -1)])
    func anOverflowIsAResponseAndLeavesTheValue(value: Int, by number: Int) {
        // GIVEN
        let counter = CounterCore(CounterState(value: value))
        // WHEN
        counter.send(.counter(.request(.increment(by: number))))
        // THEN
        #expect(counter.value == value)
        #expect(counter.heard == [.counter(.response(.wasNotIncremented(by: number)))])
    }

    @Test func U1_theUseCaseIsTestedLikeTheCore() {
        // GIVEN
        let store = StateStore(CounterState())
        var sums: [Int] = []
        let incrementer = Incrementer(store: store) { response in
            if case .wasIncremented(let sum) = response { sums.append(sum) }
        }
        // WHEN
        incrementer.request(.increment(by: 2))
        incrementer.request(.increment(by: -5))
        // THEN
        #expect(sums == [2, -3])
        #expect(store.state().value == -3)
    }

    @Test func aResponseAsksForNothing() {
        // GIVEN
        let counter = CounterCore()
        // WHEN
        counter.send(.counter(.response(.wasIncremented(to: 2))))
        // THEN
        #expect(counter.value == 0)
        #expect(counter.heard.isEmpty)
    }
}

/// A core of the app `counter` with what it put out.
private final class CounterCore {
    private let core: RunningApp
    private let store: StateStore<CounterState>
    private(set) var heard: [Message] = []

    init(_ state: CounterState? = nil) { (core, store) = counterApp().makeCore(state: state) }

    var value: Int { store.state().value }

    func send(_ message: Message) {
        core.loop.handle(MessageBox(message), self)
        core.loop.endBatch(self)
    }
}

extension CounterCore: CoreListener {
    func announce<M>(
        _ message: M, _: MessageDirection, of _: Cause?, by _: (M, JSONWriter) throws(CodingFailure) -> Void
    ) {
        if let message = message as? Message { heard.append(message) }
    }

    func request(_: HostRequest, of _: Cause?) {}
    func cancel(_: HostRequest, of _: Cause?) {}

    func fail(_ message: AnyMessage?, _ failure: CoreFailure, of _: Cause?) {
        Issue.record("\(message.map { "\($0.message(as: Message.self))" } ?? "an effect"): \(failure)")
    }
}
