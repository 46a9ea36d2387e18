import AditJSON

extension StateStore where S: WireCodable {
    /// A store whose state is kept: it has what is stored already, or else stores the given state first.
    ///
    /// - Parameter state: what the state is at first, and what ``reset()`` returns to.
    /// - Throws: ``StorageFailure`` where the storage cannot be read or written, ``CodingFailure`` where what is stored is no such state, or
    ///   where JSON has no such value.
    /// - Complexity: O(n) in what is stored.
    public convenience init(_ state: S, storage: any StateStorage) throws {
        try self.init(state, storage, .generated())
    }
}

extension StateStore where S: Codable {
    /// The same for a state that is stored as one value, with all that it holds.
    @_disfavoredOverload
    public convenience init(_ state: S, storage: any StateStorage) throws {
        try self.init(state, storage, .bridged())
    }
}

extension StateStore {
    convenience init(_ state: S, _ storage: any StateStorage, _ coding: StateCoding<S>) throws {
        let (persister, stored) = try StatePersister.open(storage, first: state, coding)
        self.init(state)
        cell.state = stored
        keep(in: persister, coding)
    }

    /// Whatever changes the state from now on is kept.
    package func keep(in persister: StatePersister, _ coding: StateCoding<S>) {
        cell.persister = persister
        cell.coding = coding
        transaction.isStored = true
        transaction.revision = persister.head.revision
    }

    /// Why the last change that was made outside a core did not come to stay; nil where it did, or where nothing is kept. A
    /// core tells its host.
    public var failure: (any Error)? { transaction.failure }
}
