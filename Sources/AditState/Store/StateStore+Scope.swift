import AditJSON

extension StateStore {
    /// A part of the state as a store of its own: what is changed there is changed here, and those who observe it hear
    /// of that part alone.
    ///
    /// - Parameters:
    ///   - path: where the part is: a stored property, or one of these within another.
    ///   - key: the keys of that on the wire, for change sets; nil: the names of the properties.
    public func scope<Part: State>(_ path: WritableKeyPath<S, Part>, key: String? = nil) -> StateStore<Part> {
        StateStore<Part>(
            cell: StateCell(initial[keyPath: path]), initial: initial[keyPath: path], transaction: transaction,
            parentLink: ParentStoreLink(
                self, path, pointer: key.map { "/" + JSONPointer.escape($0) } ?? pointer(of: path)))
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

/// A pointer made of the names of the properties that a key path goes through.
private func pointer(of path: AnyKeyPath) -> String {
    "\(path)".split(separator: ".").dropFirst().map { "/" + JSONPointer.escape(String($0)) }.joined()
}
