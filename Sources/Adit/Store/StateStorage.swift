/// Where a ``StateStore`` keeps its state: the kind of store behind it.
///
/// All of it is called on the core's loop. Between `begin` and `commit`, changes belong to a batch of messages.
public protocol StateStorage<S>: AnyObject {
    associatedtype S: State

    /// The state as it is now.
    var state: S { get }

    /// Makes a change.
    func apply(_ change: S.Change)

    /// A batch begins; does nothing where one is under way.
    func begin()

    /// The next message begins: ``rollBack()`` returns to here.
    func mark()

    /// Undoes the changes since ``mark()``.
    func rollBack()

    /// The batch has ended; its changes stay.
    func commit()

    /// Puts another state in place of the present one.
    func replace(with state: S)
}
