import AditState

// The statements on the row of a core.
extension Connection {
    /// Reads the row of a core; nil without one.
    func findCore(_ core: String) throws(StorageFailure) -> CoreRow? {
        try send(.find, [StoredText.parameter(core)])
        var row: CoreRow?
        try receive { (reply) throws(StorageFailure) in
            if reply.count > 0 { row = try CoreRow(reply, of: core, self) }
        }
        return row
    }

    /// Creates the row of a core, unless there is one.
    func createCore(_ core: String, app: String, schemaVersion: Int) throws(StorageFailure) {
        let row = CoreRow(app: app, schemaVersion: Int64(schemaVersion))
        try send(.begin)
        try send(
            .create,
            [
                StoredText.parameter(core), StoredText.parameter(app), .integer(row.schemaVersion),
                .checksum(row.checksum),
            ])
        try receive { _ in }
        try requireWritten(commit())
    }

    /// Raises the epoch of a core, so that nothing begun before can be committed any more, and waits for what is being
    /// committed. When it returns, the outcome of each earlier transaction is in the row.
    ///
    /// - Parameters:
    ///   - owner: the number of the storage.
    ///   - takes: whether to take the core from another owner.
    /// - Returns: the row; nil if another storage owns the core.
    func raiseEpoch(of core: String, owner: Int64, takes: Bool) throws(StorageFailure) -> CoreRow? {
        do {
            return try raise(core, owner, takes)
        } catch  where error.kind == .locked && isOpen {
            // The last writer's backend is in a transaction, and may wait for a process that is stopped, or for a network
            // that is cut. Whether it commits or not, it ends.
            try send(.endBackend, [StoredText.parameter(core)])
            try receive { _ in }
            return try raise(core, owner, takes)
        }
    }

    private func raise(_ core: String, _ owner: Int64, _ takes: Bool) throws(StorageFailure) -> CoreRow? {
        var row: CoreRow?
        try send(.begin)
        do {
            try send(.raise, [StoredText.parameter(core), .integer(owner), .bool(takes)])
            try receive { (reply) throws(StorageFailure) in
                if reply.count > 0 { row = try CoreRow(reply, of: core, self) }
            }
        } catch {
            if isOpen { try? rollBack() }
            throw error
        }
        // Only what is committed is known: a standby that is promoted meanwhile may not have the epoch.
        try requireWritten(commit())
        return row
    }

    private func requireWritten(_ outcome: StorageOutcome) throws(StorageFailure) {
        switch outcome {
        case .written: return
        case .notWritten(let failure): throw failure
        case .unknown(let reason): throw StorageFailure(.failed, reason)
        }
    }
}
