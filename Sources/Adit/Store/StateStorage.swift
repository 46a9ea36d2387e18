/// How a ``StateStore`` changes its state, undoes a message's changes and keeps the result: the kind of store behind it.
/// Without one, the state is kept in memory alone.
///
/// The state itself is the store's. All of it is called on the core's loop. From `begin` to `commit`, changes belong to a
/// batch of messages; outside, each stands for itself.
public protocol StateStorage<S>: AnyObject {
    associatedtype S: State

    /// Makes a change.
    func apply(_ change: S.Change, to state: inout S)

    /// Puts another state in place of the present one.
    func replace(_ state: inout S, with other: S)

    /// A batch begins to change the state.
    func begin(_ state: inout S)

    /// The next message begins to change the state: ``rollBack(_:)`` returns to here.
    func mark(_ state: inout S)

    /// Undoes the changes since ``mark(_:)``.
    func rollBack(_ state: inout S)

    /// The batch has ended; its changes stay.
    func commit(_ state: inout S)
}
