import Adit
import AditReducers

/// A die.
public struct Die: Reducer {
    @Model public struct State: Equatable {
        /// What it shows; 0 before the first throw.
        public var pips = 0
        /// The number of throws.
        public var throwCount = 0
    }

    @Message public enum Action: Equatable, Sendable {
        /// Throws it.
        case isThrown
        /// Throws it into the air: it comes down a second later.
        case isThrownHigh
        /// It came down.
        @Internal case cameDown(pips: Int)
    }

    @Dependency(\.random) private var random
    @Dependency(\.clock) private var clock

    public func reduce(into state: inout State, action: Action) -> ReducerEffect<Action> {
        switch action {
        case .isThrown:
            show(draw(), in: &state)
            return .none
        case .isThrownHigh:
            return .run { send in
                try await clock.sleep(for: .seconds(1))
                send(.cameDown(pips: draw()))
            }
        case .cameDown(let pips):
            show(pips, in: &state)
            return .none
        }
    }

    private func draw() -> Int { random { Int.random(in: 1...6, using: &$0) } }

    private func show(_ pips: Int, in state: inout State) {
        state.pips = pips
        state.throwCount += 1
    }
}
