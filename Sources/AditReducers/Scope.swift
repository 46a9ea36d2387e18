/// A child in a part of its parent's state, which receives the actions of one case.
public struct Scope<State, Action, Child: Reducer>: Reducer {
    let path: WritableKeyPath<State, Child.State>
    let embed: (Child.Action) -> Action
    let extract: (Action) -> Child.Action?
    let child: Child

    /// - Parameters:
    ///   - path: the state of the child.
    ///   - embed: makes an action of the parent.
    ///   - extract: returns the child's action; nil if it is not the child's.
    ///   - child: makes the child.
    public init(
        _ path: WritableKeyPath<State, Child.State>, embed: @escaping (Child.Action) -> Action,
        extract: @escaping (Action) -> Child.Action?, child: () -> Child
    ) {
        self.path = path
        self.embed = embed
        self.extract = extract
        self.child = child()
    }

    public func reduce(into state: inout State, action: Action) -> ReducerEffect<Action> {
        guard let action = extract(action) else { return .none }
        return child.reduce(into: &state[keyPath: path], action: action).map(embed)
    }
}
