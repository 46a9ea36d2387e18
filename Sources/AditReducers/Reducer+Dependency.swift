import Adit

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
