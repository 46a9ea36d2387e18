/// Builds the body of a reducer from a list of reducers.
@resultBuilder public enum ReducerBuilder<State, Action> {
    /// Takes a reducer that has a body.
    public static func buildExpression<R: Reducer<State, Action>>(_ reducer: R) -> R { reducer }
    /// Takes a reducer without a body.
    public static func buildExpression<R: Reducer<State, Action>>(_ reducer: R) -> R where R.Body == Never { reducer }

    /// Begins with the first reducer.
    public static func buildPartialBlock<R: Reducer<State, Action>>(first: R) -> R { first }

    /// Adds the next reducer.
    public static func buildPartialBlock<First: Reducer<State, Action>, Next: Reducer<State, Action>>(
        accumulated: First, next: Next
    ) -> ReducerPair<First, Next> { ReducerPair(first: accumulated, next: next) }
}

/// Two reducers of one state, each of which receives every action.
public struct ReducerPair<First: Reducer, Next: Reducer>: Reducer
where First.State == Next.State, First.Action == Next.Action {
    let first: First
    let next: Next

    public func reduce(into state: inout First.State, action: First.Action) -> ReducerEffect<First.Action> {
        let effect = first.reduce(into: &state, action: action)
        return effect.merged(with: next.reduce(into: &state, action: action))
    }
}
