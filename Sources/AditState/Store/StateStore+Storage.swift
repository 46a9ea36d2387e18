import AditJSON

extension StateStore where S: WireCodable {
    /// A store with a durable state: reads the stored state, or stores the given one if the storage is empty.
    ///
    /// - Parameters:
    ///   - state: the initial state, to which ``reset()`` returns.
    ///   - storage: the storage; no other store may use it.
    /// - Throws: ``StorageFailure`` if the storage cannot be read or written, ``CodingFailure`` if its contents are not
    ///   a valid state, or if a value has no JSON representation.
    /// - Complexity: O(n) in the size of the stored state.
    public convenience init(_ state: S, storage: any StateStorage) throws {
        try self.init(state, storage, .generated())
    }
}

extension StateStore {
    package convenience init(_ state: S, _ storage: any StateStorage, _ coding: StateCoding<S>) throws {
        let (persister, stored) = try StatePersister.open(storage, first: state, coding)
        self.init(state)
        cell.state = stored
        persist(in: persister, coding)
    }

    /// Persists all changes from now on.
    package func persist(in persister: StatePersister, _ coding: StateCoding<S>) {
        cell.persister = persister
        cell.coding = coding
        transaction.isStored = true
        transaction.onHold = { [unowned self] in isIndirect = $0 }
        transaction.revision = persister.head.revision
    }

    /// The error of the last change outside a core that could not be persisted; nil if it was, or if the store is in
    /// memory only. A core reports such errors to its host.
    ///
    /// Outside a core, a change returns once it is written (``StateStorage/write(_:entries:_:)``). A change of a core's
    /// store outside of a message is refused while it is unknown whether the core's last batch is written.
    public var failure: (any Error)? { transaction.failure }
}
