import Adit
import AditReducers

/// A cup with two dice: a body of two children.
public struct Cup: Reducer {
    @Model public struct State: Equatable {
        public var left = Die.State()
        public var right = Die.State()
    }

    @Message public enum Action: Equatable, Sendable {
        case left(Die.Action)
        case right(Die.Action)
    }

    public var body: some Reducer<State, Action> {
        Scope(\State.left, embed: Action.left) { action in
            if case .left(let action) = action { action } else { nil }
        } child: {
            Die()
        }
        Scope(\State.right, embed: Action.right) { action in
            if case .right(let action) = action { action } else { nil }
        } child: {
            Die()
        }
    }
}
