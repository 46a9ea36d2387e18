import AditJSON

/// The state of an app: a value, and the changes that can be made to it.
///
/// ```swift
/// @Model struct CounterState: State {
///     var value = 0
///     enum Change { case set(Int) }
///     mutating func apply(_ change: Change) { switch change { case .set(let n): value = n } }
/// }
/// ```
///
/// `@Model` also writes how a message that fails is undone and how changes are told, property by property; what grows is
/// best kept in ``Table``s, of which nothing is copied for that. Of a state without it, a copy is kept for each message
/// that changes something, and any change of it is a change of the whole.
public protocol State: Changeable, SendableMetatype {
    /// What can be done to the state; by custom a nested enum.
    associatedtype Change

    /// Makes a change in place. The result must depend on the state and the change alone: a store may make the same
    /// change again to come back to a state. An implementation need not say `consuming`; it saves copies of large changes.
    mutating func apply(_ change: consuming Change)

    /// Tells what has changed since its original was kept. `@Model` writes it; otherwise any change is one of the whole.
    ///
    /// - Throws: ``CodingFailure`` where JSON has no such value.
    func writeChanges(since original: Self, to changes: ChangeWriter) throws(CodingFailure)

    /// Whether what differs from its original may concern those who follow some parts of the state, and none all of it: false
    /// only where that is known at a glance. Neither of the two is changed; they are looked at in place. `@Model` writes it.
    mutating func mayConcern(_ followed: SubscriptionFilter, since original: inout Self) -> Bool
}

extension State {
    /// The state as it would be after a change; this one stays as it is.
    public func alter(_ change: Change) -> Self {
        var altered = self
        altered.apply(change)
        return altered
    }

    public func writeChanges(since _: Self, to changes: ChangeWriter) throws(CodingFailure) {
        try changes.replaceState()
    }
}

extension State where Self: Equatable {
    public func writeChanges(since original: Self, to changes: ChangeWriter) throws(CodingFailure) {
        if self != original { try changes.replaceState() }
    }
}
