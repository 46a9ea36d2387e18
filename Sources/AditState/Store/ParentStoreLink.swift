import AditJSON

/// The link from a child's store to the store of the core that contains it. The core's loop.
@usableFromInline
final class ParentStoreLink<S: State> {
    /// Gives the child's state.
    @usableFromInline let state: () -> S
    /// Changes it in place, where it is.
    @usableFromInline let modify: ((inout S) -> Void) -> Void
    /// Makes the parent store notify a cell of changes.
    private let observe: (StateCell<S>) -> Void
    private var isObserved = false

    init<Parent>(_ parent: StateStore<Parent>, _ path: WritableKeyPath<Parent, S>, pointer: String) {
        state = { parent.state()[keyPath: path] }
        modify = { body in parent.modify { body(&$0[keyPath: path]) } }
        observe = { cell in
            parent.observe { [weak cell] changes in
                if let changes { cell?.notifyObservers(changes, below: pointer) }
            }
        }
    }

    /// A link of a part that comes and goes.
    ///
    /// - Parameters:
    ///   - state: returns the part's state; its last or initial one while there is no part.
    ///   - modify: changes the part in place, if there is one.
    ///   - observe: makes a cell be notified of the changes of the part.
    init(
        state: @escaping () -> S, modify: @escaping ((inout S) -> Void) -> Void,
        observe: @escaping (StateCell<S>) -> Void
    ) {
        self.state = state
        self.modify = modify
        self.observe = observe
    }

    /// Notifies the observers of a cell, if any.
    func notifyObservers(of cell: StateCell<S>) {
        guard !isObserved else { return }
        isObserved = true
        observe(cell)
    }
}
