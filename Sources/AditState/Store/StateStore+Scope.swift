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

    /// Returns a store of a part that comes and goes. While there is no part, its state is `initial`, and changes have
    /// no effect.
    ///
    /// - Parameters:
    ///   - initial: the state while there is no part.
    ///   - pointer: the part's pointer, for change sets.
    ///   - observers: the observers of this store's parts.
    ///   - part: returns the part; nil if absent.
    ///   - modify: changes the part in place. Called only if there is one.
    package func scope<Part: State>(
        initial: Part, pointer: JSONPointer, observers: PartObservers<S>, part: @escaping (S) -> Part?,
        modify: @escaping (inout S, (inout Part) -> Void) -> Void
    ) -> StateStore<Part> {
        StateStore<Part>(
            cell: StateCell(initial), initial: initial, transaction: transaction,
            parentLink: ParentStoreLink {
                part(self.state()) ?? initial
            } modify: { body in
                if part(self.state()) != nil { self.modify { modify(&$0, body) } }
            } observe: { cell in
                observers.add(cell, at: pointer.description, of: self)
            })
    }

    /// The pointer of a part: its wire key, or that of the `@Model`'s property.
    package func pointer(to path: AnyKeyPath, key: String?) -> JSONPointer {
        if let key { return JSONPointer([key]) }
        guard let model = S.self as? any WireModel.Type else { return JSONPointer([]) }
        return JSONPointer.pointer(to: path, in: model) ?? JSONPointer([])
    }

    /// Brings into the cell what ``state()`` reads there: of a part, its copy from the parent's state, which is read without
    /// further copies until the next change; of a store whose last batch is held, the state before that batch.
    // Not a function that returns the state: reads of a member would copy the whole of it.
    @usableFromInline
    @inline(never)
    func fetch() {
        if let parentLink { cell.state = parentLink.state() } else { cell.showStateBeforeBatch() }
    }

    /// Changes the state in place.
    @usableFromInline
    func modify(_ body: (inout S) -> Void) {
        if let parentLink {
            // Without this, the parent's change would copy the part.
            cell.state = initial
            return parentLink.modify(body)
        }
        if transaction.isHeld { return transaction.refuseChange() }
        cell.beginUndo(transaction.willChange())
        body(&cell.state)
        transaction.didChange()
    }

    /// Calls an observer with what each batch has changed.
    func observe(_ observer: @escaping (ChangeSet?) -> Void) {
        parentLink?.notifyObservers(of: cell)
        cell.observe(observer, wantingAll: true)
    }
}

extension StateStore {
    /// Calls `observer` after each change of a part; within a core, once after each batch that changed it. Observers are
    /// retained as those of ``updated(_:)-(()->Void)`` are.
    ///
    /// - Parameters:
    ///   - path: a stored property of a `@Model`, or one within another; the whole state is observed for any other key
    ///     path.
    ///   - observer: called on the core's loop.
    public func updated<Part>(_ path: KeyPath<S, Part>, _ observer: @escaping () -> Void) {
        guard let model = S.self as? any WireModel.Type, let pointer = JSONPointer.pointer(to: path, in: model) else {
            return updated(observer)
        }
        let text = pointer.description
        updated { (changes: ChangeSet) in
            if !changes.within(text).isEmpty { observer() }
        }
    }
}
