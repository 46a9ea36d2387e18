import Adit

/// A state that a reducer replaces.
public protocol ReducedState: State where Change == Replacement<Self> {}

/// The change of a state that a reducer has reduced.
public struct Replacement<State> {
    /// The new state.
    public let state: State
}

extension Feature {
    /// Creates the feature of a root reducer: the only caller of the root's `reduce(into:action:)`.
    ///
    /// - Parameters:
    ///   - root: the root reducer.
    ///   - store: the store of its state.
    ///   - effects: runs its work.
    ///   - output: receives the actions in which the work ends.
    public init<R: Reducer>(_ root: R, store: StateStore<R.State>, effects: Effects, output: @escaping Output<Message>)
    where R.State: ReducedState, R.Action == Message {
        self.init { action in
            var state = store.state()
            let effect = root.reduce(into: &state, action: action)
            store.change(Replacement(state: state))
            effect.start(by: effects, output: output)
        }
    }
}
