import AditJSON

extension StateStore {
    /// Returns a store of a part of the state: its changes are changes of this store, and its observers are notified of
    /// that part only.
    ///
    /// - Parameters:
    ///   - path: the part: a stored property, or one within another.
    ///   - key: the part's wire key, for change sets; nil for that of the `@Model`'s property.
    public func scope<Part: State>(_ path: WritableKeyPath<S, Part>, key: String? = nil) -> StateStore<Part> {
        StateStore<Part>(
            cell: StateCell(initial[keyPath: path]), initial: initial[keyPath: path], transaction: transaction,
            parentLink: ParentStoreLink(
                self, path, pointer: pointer(to: path, key: key).description))
    }

    private func pointer(to path: AnyKeyPath, key: String?) -> JSONPointer {
        if let key { return JSONPointer([key]) }
        guard let model = S.self as? any WireModel.Type else { return JSONPointer([]) }
        return JSONPointer.pointer(to: path, in: model) ?? JSONPointer([])
    }

    /// Copies the part from the parent's state into the part's cell, where ``state()`` reads it without further copies
    /// until the next change.
    @usableFromInline
    @inline(never)
    func fetch() {
        if let parentLink { cell.state = parentLink.state() }
    }

    /// Changes the state in place.
    @usableFromInline
    func modify(_ body: (inout S) -> Void) {
        if let parentLink {
            // Without this, the parent's change would copy the part.
            cell.state = initial
            return parentLink.modify(body)
        }
        cell.keepWayBack(transaction.willChange())
        body(&cell.state)
        transaction.didChange()
    }

    /// Calls an observer with what each batch has changed.
    func observe(_ observer: @escaping (ChangeSet?) -> Void) {
        parentLink?.tellObservers(of: cell)
        cell.observe(observer, wantingAll: true)
    }
}
