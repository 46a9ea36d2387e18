import Adit

/// A feature that is one function of its state and an action, or a body of such features.
///
/// A type implements either `reduce(into:action:)` or `body`.
///
/// Source: "Single entry point systems", 002.
public protocol Reducer<State, Action> {
    associatedtype State
    associatedtype Action
    associatedtype Body = Never

    /// Changes the state by an action, and returns the work that follows.
    func reduce(into state: inout State, action: Action) -> ReducerEffect<Action>

    /// The reducers of which this one consists, in the order in which they receive an action.
    @ReducerBuilder<State, Action> var body: Body { get }
}

extension Reducer where Body == Never {
    /// Never called: a reducer without a body has `reduce(into:action:)`.
    public var body: Never { fatalError("\(Self.self) has no body") }
}

extension Reducer where Body: Reducer<State, Action> {
    public func reduce(into state: inout State, action: Action) -> ReducerEffect<Action> {
        body.reduce(into: &state, action: action)
    }
}
