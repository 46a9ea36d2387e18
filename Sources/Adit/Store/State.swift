/// The state of an app: a value, and the changes that can be made to it.
///
/// ```swift
/// struct CounterState: State, Codable {
///     var value = 0
///     enum Change { case set(Int) }
///     mutating func apply(_ change: Change) { switch change { case .set(let n): value = n } }
/// }
/// ```
public protocol State: SendableMetatype {
    /// What can be done to the state; by custom a nested enum.
    associatedtype Change

    /// Makes a change in place. The result must depend on the state and the change alone: a store may make the same
    /// change again to come back to a state. An implementation need not say `consuming`; it saves copies of large changes.
    mutating func apply(_ change: consuming Change)

    /// Whether the state notes its own changes, so that a store need not copy it to have a way back. False unless said
    /// otherwise. A state that says true is made of ``Table``s, passes the two functions below on to each of them, and
    /// never assigns one as a whole in ``apply(_:)``: a table put in another's place has noted nothing
    /// (``Table/replaceAll(with:)`` has).
    static var notesChanges: Bool { get }

    /// Forgets what was noted, and notes the changes from now on.
    mutating func noteChanges()

    /// Undoes what was noted.
    mutating func undoNotedChanges()
}

extension State {
    /// The state as it would be after a change; this one stays as it is.
    public func alter(_ change: Change) -> Self {
        var altered = self
        altered.apply(change)
        return altered
    }

    public static var notesChanges: Bool { false }
    public mutating func noteChanges() {}
    public mutating func undoNotedChanges() {}
}
