import AditJSON

/// The observers of parts of a store that come and go. The store retains one observer for all of them. The core's loop.
package final class PartObservers<S: State> {
    /// Each notifies a part's store, and returns false once that is released.
    private var parts: [(ChangeSet) -> Bool] = []
    private var isObserving = false

    package init() {}

    /// Notifies a part's store of its changes, as long as it exists.
    func add<Child>(_ cell: StateCell<Child>, at pointer: String, of store: StateStore<S>) {
        parts.append { [weak cell] changes in
            cell?.notifyObservers(changes, below: pointer)
            return cell != nil
        }
        guard !isObserving else { return }
        isObserving = true
        store.observe { [weak self] changes in
            if let changes { self?.notify(changes) }
        }
    }

    private func notify(_ changes: ChangeSet) {
        let (told, count) = (parts.map { $0(changes) }, parts.count)
        // An observer may have added a part.
        parts = zip(parts, told).filter(\.1).map(\.0) + parts[count...]
    }
}
