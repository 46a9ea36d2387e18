import AditJSON

/// The state of an app: a value type with its changes.
///
/// ```swift
/// @Model struct CounterState: State {
///     var value = 0
///     enum Change { case set(Int) }
///     mutating func apply(_ change: Change) { switch change { case .set(let n): value = n } }
/// }
/// ```
///
/// `@Model` also generates the undo log and the change tracking, property by property. Keep growing collections in
/// ``Table``s, which are never copied for that. Without `@Model`, a store copies the whole state for each message that
/// changes it, and reports any change as a change of the whole state.
public protocol State: Changeable, SendableMetatype {
    /// The changes of the state; by convention a nested enum.
    associatedtype Change

    /// Applies a change in place. The result must depend on the state and the change alone: a store may apply the same
    /// change again to restore a state. `consuming` is optional in an implementation; it saves copies of large
    /// changes.
    mutating func apply(_ change: consuming Change)

    /// Writes the changes since the original was kept. `@Model` generates it; the default reports any change as one of
    /// the whole state.
    ///
    /// - Throws: ``CodingFailure`` if a value has no JSON representation.
    @_documentation(visibility: private)
    static func writeChanges(of state: Self, since original: Self, to changes: ChangeWriter) throws(CodingFailure)

    /// Whether the changes since the original may affect the given subscriptions. Returns false only if that takes
    /// O(1) to know. Called only if the whole state has no subscriber. Neither state is changed; `inout` avoids
    /// copies. `@Model` generates it.
    @_documentation(visibility: private)
    static func mayConcern(_ followed: SubscriptionFilter, _ state: inout Self, since original: inout Self) -> Bool
}

extension State {
    /// Returns the state after a change, and leaves this one unchanged.
    public func alter(_ change: Change) -> Self {
        var altered = self
        altered.apply(change)
        return altered
    }

    public static func writeChanges(of _: Self, since _: Self, to changes: ChangeWriter) throws(CodingFailure) {
        try changes.replaceState()
    }
}

extension State where Self: Equatable {
    public static func writeChanges(of state: Self, since original: Self, to changes: ChangeWriter)
        throws(CodingFailure)
    {
        // Equal states may have different JSON, as 0.0 and -0.0 have.
        var hasChanged = state != original
        if !hasChanged { hasChanged = try changes.writesDifferently(state, original) }
        if hasChanged { try changes.replaceState() }
    }
}
