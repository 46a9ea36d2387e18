import AditJSON

/// The observers of parts of a store that come and go. The store retains one observer for all of them. The core's loop.
package final class PartObservers<S: State> {
    private struct Part {
        /// Returns false once the part's store is released.
        let notify: (ChangeSet) -> Bool
    }

    private var parts: [Part] = []
    private var isObserving = false

    package init() {}

    /// Notifies a part's store of its changes, as long as it exists.
    func add<Child>(_ cell: StateCell<Child>, at pointer: String, of store: StateStore<S>) {
        parts.append(
            Part { [weak cell] changes in
                guard let cell else { return false }
                let own = changes.within(pointer)
                if !own.isEmpty { cell.notifyObservers(own) }
                return true
            })
        guard !isObserving else { return }
        isObserving = true
        store.observe { [weak self] changes in
            if let changes { self?.notify(changes) }
        }
    }

    private func notify(_ changes: ChangeSet) {
        let (told, count) = (parts.map { $0.notify(changes) }, parts.count)
        // An observer may have added a part.
        parts = zip(parts, told).filter(\.1).map(\.0) + parts[count...]
    }
}
