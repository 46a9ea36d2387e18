import AditJSON

// The state for a core that begins with it.

extension FollowedStore {
    /// Returns the state as of a revision. The tables of the present one are shared until one side changes them.
    ///
    /// - Parameter revision: a revision at the end of a batch that the journal has; nil for the present one.
    /// - Throws: ``CodingFailure`` if that revision is unknown, or has a secret of which the journal has a mask only;
    ///   ``StorageFailure`` if the journal cannot be read.
    /// - Complexity: O(1) for the present revision, otherwise O(changes since).
    package func state(at revision: Int?) throws -> (state: S, revision: Int) {
        let present = store.transaction.revision
        var state = store.state()
        guard let revision, revision != present else { return (state, present) }
        guard let persister = store.cell.persister else {
            throw CodingFailure(
                path: "revision", reason: "found \(revision); a core without a store knows \(present) alone")
        }
        try following.types.rewind(&state, from: present, backTo: revision, by: persister.storage)
        return (state, revision)
    }
}

extension StateCoding {
    /// Returns the state in a storage as of a revision.
    ///
    /// - Parameter revision: a revision at the end of a batch that the journal has; nil for the last one.
    /// - Throws: ``CodingFailure``, ``StorageFailure``, as ``FollowedStore/state(at:)`` does.
    package func state(in storage: any StateStorage, at revision: Int?) throws -> (state: S, revision: Int)? {
        guard let head = storage.head, var state = try readStored(storage) else { return nil }
        guard let revision, revision != head.revision else { return (state, head.revision) }
        try rewind(&state, from: head.revision, backTo: revision, by: storage)
        return (state, revision)
    }

    /// Changes a state back, in place.
    fileprivate func rewind(
        _ state: inout S, from present: Int, backTo revision: Int, by storage: any StateStorage
    ) throws {
        guard revision >= 0, revision < present else {
            throw CodingFailure(path: "revision", reason: "found \(revision); one up to \(present) is expected")
        }
        try storage.rewind(from: present, backTo: revision) { changes throws(CodingFailure) in
            try PartEdits(changes, backwards: true).apply(to: &state, self)
        }
    }
}
