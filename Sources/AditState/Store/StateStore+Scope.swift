import AditJSON

extension StateStore {
    /// A part of the state as a store of its own: what is changed there is changed here, and those who observe it hear
    /// of that part alone.
    ///
    /// - Parameters:
    ///   - path: where the part is: a stored property, or one of these within another.
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

    /// Brings the state of a part from where it is. It stays in the part's cell until it is changed from there, so that
    /// ``state()`` reads it as it reads the state of any store, without copies.
    @usableFromInline
    @inline(never)
    func fetch() {
        if let parentLink { cell.state = parentLink.state() }
    }

    /// Changes the state in place.
    @usableFromInline
    func modify(_ body: (inout S) -> Void) {
        if let parentLink {
            // Who holds an older state has it copied.
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
