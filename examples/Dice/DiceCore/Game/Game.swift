import Adit
import AditReducers

/// A game of two cups. The dice of the header are loaded, and those of the footer are not.
public struct Game: Reducer {
    @Model public struct State: ReducedState, Equatable {
        public var header = Cup.State()
        public var footer = Cup.State()
        public typealias Change = Replacement<State>

        public mutating func apply(_ change: Replacement<State>) {
            header = change.state.header
            footer = change.state.footer
        }
    }

    @Message public enum Action: Equatable, Sendable {
        case header(Cup.Action)
        case footer(Cup.Action)
    }

    public var body: some Reducer<State, Action> {
        Scope(\State.header, embed: Action.header) { action in
            if case .header(let action) = action { action } else { nil }
        } child: {
            Cup().dependency(\.random, .loaded)
        }
        Scope(\State.footer, embed: Action.footer) { action in
            if case .footer(let action) = action { action } else { nil }
        } child: {
            Cup()
        }
    }
}

extension RandomSource {
    /// A source with which each die shows six.
    static let loaded = RandomSource { .max }
}

/// The app `dice`.
public func diceApp() -> App<Game.State, Game.Action> {
    App("dice", state: Game.State()) { core in
        [Feature(Game(), store: core.store, effects: core.makeEffects(), output: core.output)]
    }
}
