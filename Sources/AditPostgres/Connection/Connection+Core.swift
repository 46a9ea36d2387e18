import AditState

/// What became of a core whose storage has connected again.
enum Finding {
    /// The core is still the storage's: its row.
    case owned(CoreRow)
    /// Another storage has opened it. If the journal has the batch's number, `opens` is that of its writer.
    case taken(CoreRow, opens: Int?)
}

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
            return try raiseEpochs(of: [(core, owner)], takes: takes)[0]
        } catch  where error.kind == .locked && isOpen {
            // The last writer's backend is in a transaction, and may wait for a process that is stopped, or for a network
            // that is cut. Whether it commits or not, it ends.
            try send(.endBackend, [StoredText.parameter(core)])
            try receive { _ in }
            return try raiseEpochs(of: [(core, owner)], takes: takes)[0]
        }
    }

    /// Sends the row of a core as it is after a transaction.
    func sendHead(_ row: CoreRow, of core: String) throws(StorageFailure) {
        try send(
            .head,
            [
                StoredText.parameter(core), .integer(row.epoch), .integer(Int64(row.head.revision)),
                .integer(Int64(row.head.opens)), .integer(row.batch), .checksum(row.state), .integer(row.ends),
                .checksum(row.checksum),
            ])
    }

    /// Raises the epochs of cores in one transaction.
    ///
    /// - Parameter takes: whether to take the cores from other owners.
    /// - Returns: their rows; nil for a core that another storage owns.
    func raiseEpochs(
        of cores: [(name: String, owner: Int64)], takes: Bool = false
    ) throws(StorageFailure) -> [CoreRow?] {
        var rows: [CoreRow?] = []
        var isBegun = false
        do {
            try send(.begin)
            for (name, owner) in cores {
                try send(.raise, [StoredText.parameter(name), .integer(owner), .bool(takes)])
            }
            try receive { (reply) throws(StorageFailure) in
                guard isBegun else { return isBegun = true }
                rows.append(reply.count > 0 ? try CoreRow(reply, of: cores[rows.count].name, self) : nil)
            }
        } catch {
            if isOpen { try? rollBack() }
            throw error
        }
        // Only what is committed is known: a standby that is promoted meanwhile may not have the epoch.
        try requireWritten(commit())
        return rows
    }

    /// Finds out what became of a core, and raises its epoch where a storage still owns it.
    ///
    /// - Parameter batch: the number of the batch whose writer is looked for, if another storage owns the core.
    func find(_ core: String, owner: Int64, batch: Int64) throws(StorageFailure) -> Finding {
        if let row = try raiseEpoch(of: core, owner: owner, takes: false) { return .owned(row) }
        guard let row = try findCore(core) else {
            throw StorageFailure(.failed, "the core \"\(core)\" in \(name) was removed")
        }
        try send(.written, [StoredText.parameter(core), .integer(batch)])
        var opens: Int?
        try receive { (reply) throws(StorageFailure) in
            if reply.count > 0 { opens = Int(reply.integer(0, 0)) }
        }
        return .taken(row, opens: opens)
    }

    private func requireWritten(_ outcome: StorageOutcome) throws(StorageFailure) {
        switch outcome {
        case .written: return
        case .notWritten(let failure): throw failure
        case .unknown(let reason): throw StorageFailure(.failed, reason)
        }
    }
}
