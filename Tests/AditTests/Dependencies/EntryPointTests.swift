import Adit
import Testing

@Message
private enum Action: Equatable {
    case incremented
    case numberWasAsked
    case numberCame(Int)
}

@Model
private struct Screen: State, Equatable {
    var value = 0
    var number: Int?
    enum Change { case add, show(Int) }
    mutating func apply(_ change: Change) {
        switch change {
        case .add: value += 1
        case .show(let found): number = found
        }
    }
}

/// Document 002's examples of single entry points, in the words of this framework: a list of features is the body.
@Suite struct EntryPointTests {
    /// The feature of D3: a state, actions, and one function that handles these.
    private static func counter(_ store: StateStore<Screen>, _ output: @escaping Output<Action>) -> Feature<Action> {
        let random = NumberSource()
        return Feature { action in
            switch action {
            case .incremented: store.change(.add)
            case .numberWasAsked: output(.numberCame(random.draw()))
            case .numberCame(let number): store.change(.show(number))
            }
        }
    }

    private struct NumberSource {
        @Dependency(\.random) private var random

        func draw() -> Int { random { Int.random(in: 1...6, using: &$0) } }
    }

    @Test func D1_D3_allLogicIsInvokedByTheOneInput() throws {
        // GIVEN
        let store = StateStore(Screen())
        var root: Input<Action> = { _ in }
        root = createAppCore(
            store: store, receivers: [], features: [EntryPointTests.counter(store) { try? root($0) }])
        // WHEN
        try withDependencies {
            $0.random = RandomSource { 1 << 62 }
        } operation: {
            try root(.incremented)
            try root(.numberWasAsked)
        }
        // THEN
        #expect(store.state() == Screen(value: 1, number: 2))
    }

    /// The body of D2: made of parts, some of them altered, and invoked by nobody but its root.
    private static func body(_ store: StateStore<Screen>, _ output: @escaping Output<Action>) -> [Feature<Action>] {
        [counter(store, output).dependency(\.random, RandomSource { .max })]
    }

    @Test func D2_aListOfFeaturesIsTheBodyThatTheRootDrives() throws {
        // GIVEN
        let store = StateStore(Screen())
        var root: Input<Action> = { _ in }
        root = createAppCore(store: store, receivers: [], features: EntryPointTests.body(store) { try? root($0) })
        // WHEN
        try root(.numberWasAsked)
        // THEN
        #expect(store.state() == Screen(value: 0, number: 6))
    }
}
