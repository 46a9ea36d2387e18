import Adit

/// A feature that is one function of its state and an action, or a body of such features.
///
/// A type implements either `reduce(into:action:)` or `body`:
///
/// ```swift
/// struct Feature: Reducer {
///     @Model struct State: ReducedState { … }
///     @Message enum Action { … }
///
///     var body: some ReducerOf<Self> {
///         Header()
///             .dependency(\.uuid, .incrementing)
///         Footer()
///     }
/// }
/// ```
///
/// Reducers are values without a loop: the root is a feature of an app, made by `Feature(_:store:effects:output:)`, and
/// called by its core only.
///
/// Source: "Single entry point systems", 002.
public protocol Reducer<State, Action> {
    /// The state that it changes.
    associatedtype State
    /// The events that it handles: the cases of an enum.
    associatedtype Action
    /// The type of its body; `Never` without one.
    associatedtype Body = Never

    /// Changes the state by an action, and returns the work that follows. The core's loop.
    func reduce(into state: inout State, action: Action) -> ReducerEffect<Action>

    /// The reducers of which this one consists, in the order in which they receive an action.
    @ReducerBuilder<State, Action> var body: Body { get }
}

/// A reducer of the same state and actions as another one.
public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>

extension Reducer where Body == Never {
    /// Never called: a reducer without a body has `reduce(into:action:)`.
    public var body: Never { fatalError("\(Self.self) has no body") }
}

extension Reducer where Body: Reducer<State, Action> {
    public func reduce(into state: inout State, action: Action) -> ReducerEffect<Action> {
        body.reduce(into: &state, action: action)
    }
}

/// A reducer that is a closure, for a body.
public struct Reduce<State, Action>: Reducer {
    private let function: (inout State, Action) -> ReducerEffect<Action>

    /// - Parameter function: changes the state by an action, and returns the work that follows.
    public init(_ function: @escaping (inout State, Action) -> ReducerEffect<Action>) { self.function = function }

    public func reduce(into state: inout State, action: Action) -> ReducerEffect<Action> { function(&state, action) }
}

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

extension Reducer {
    /// Returns this reducer with an override of a dependency: for it, for the reducers in it and for their effects.
    public func dependency<Value: Sendable>(
        _ property: WritableKeyPath<DependencyValues, Value> & Sendable, _ value: Value
    ) -> OverridingReducer<Self> {
        OverridingReducer(child: self) { $0[keyPath: property] = value }
    }
}

/// A reducer with an override of a dependency.
public struct OverridingReducer<Child: Reducer>: Reducer {
    let child: Child
    let update: (inout DependencyValues) -> Void

    public func reduce(into state: inout Child.State, action: Child.Action) -> ReducerEffect<Child.Action> {
        withDependencies {
            update(&$0)
        } operation: {
            child.reduce(into: &state, action: action)
        }
    }
}
