import AditJSON

/// A writer of each batch's changes to a ``StateStorage``. The core's loop.
///
/// One transaction has all that a batch leaves, so that a store never has one part without the others:
///
/// - the rows of the state that changed. The changed parts are walked over once, and each becomes a row for the storage
///   and a change with its old value for the journal (``RowWriter``). The cost of a batch depends on its changes,
///   whatever the size of the state;
/// - the records beside the state (``CoreRecords``): requests and timers that outlive the core, output that is kept,
///   messages that were handled;
/// - the entries of the journal, as one block;
/// - the head: the revision, by which the next opening, a replay and a copy identify their content.
///
/// A batch that changed records only keeps its revision. If the storage does not know whether a transaction is written,
/// its head is set aside until ``finish(_:)``: the journal and the records commit or roll back with it.
@usableFromInline
package final class StatePersister {
    let storage: any StateStorage
    private let rows: RowWriter
    // Accesses last for one statement each.
    /// The head that was written last.
    @exclusivity(unchecked) package private(set) var head: StorageHead
    /// The journal, which is written with each batch; nil if disabled.
    package let journal: Journal?
    /// The records beside the state.
    package let records: CoreRecords
    /// Whether the journal omits the changes of the next batch, as they may exceed memory.
    @exclusivity(unchecked) package var hidesChanges = false
    /// The signal of the storage to the core; nil if each transaction is written before it returns.
    @exclusivity(unchecked) package var wakeup: StorageWakeup?
    /// The head of the batch whose outcome is unknown; nil if absent.
    @exclusivity(unchecked) private var held: StorageHead?
    /// Whether the storage was opened elsewhere since, or steps that the host has not heard of may be lost: nothing more
    /// is written, and the core closes.
    @exclusivity(unchecked) package private(set) var isFenced = false
    /// Why nothing is written any more: the core closed while the outcome of a batch was unknown.
    @exclusivity(unchecked) private var refusal: StorageFailure?

    /// - Parameter isWhole: whether the state is stored as one member.
    private init(
        _ storage: any StateStorage, _ head: StorageHead, isWhole: Bool, _ journal: Journal?, _ records: CoreRecords
    ) {
        rows = RowWriter(isWhole: isWhole)
        self.storage = storage
        self.head = head
        self.journal = journal
        self.records = records
    }

    /// Opens a storage: reads its state, or writes the initial one.
    ///
    /// - Parameter journal: records the core's history; nil if disabled.
    /// - Throws: ``StorageFailure`` if the storage cannot be read or written, ``CodingFailure`` if its contents are not
    ///   a valid state, or if a value has no JSON representation.
    package static func open<S>(
        _ storage: any StateStorage, first: @autoclosure () -> S, _ coding: StateCoding<S>, _ journal: Journal? = nil
    ) throws -> (persister: StatePersister, state: S) {
        if let replayed = storage as? JournalOnlyStorage {
            let (head, records) = (replayed.beginning, CoreRecords(replayed.records))
            return (StatePersister(storage, head, isWhole: coding.isWhole, journal, records), first())
        }
        let stored = try coding.readStored(storage)
        let state = stored ?? first()
        let records = stored == nil ? CoreRecords() : try CoreRecords(reading: storage)
        let head = StorageHead(revision: storage.head?.revision ?? 0, opens: (storage.head?.opens ?? 0) + 1)
        let declared = stored == nil ? [] : Set(try storage.readTables().map(ByteString.init(_:)))
        try storage.write(head, entries: { .empty }) { sink in
            guard stored != nil else { return try coding.writeAll(state, to: sink) }
            // Tables that the app has had only since, or of which a repair has found no trace.
            for table in try coding.tables(of: state) where !declared.contains(ByteString(table)) {
                try sink.declare(table)
            }
        }
        return (StatePersister(storage, head, isWhole: coding.isWhole, journal, records), state)
    }

    /// Writes a batch.
    ///
    /// - Parameters:
    ///   - revision: the revision of the state after the batch.
    ///   - mayHold: whether its outcome may be unknown at the end.
    ///   - writeOriginal: writes the state as it was before the batch.
    ///   - walk: writes the changed rows.
    /// - Returns: false if it is unknown whether the batch is written, until ``finish(_:)``.
    /// - Throws: the storage's or the coding's error; nothing was written then.
    func write(
        _ revision: Int, mayHold: Bool, writeOriginal: @escaping (JSONWriter) throws(CodingFailure) -> Void,
        _ walk: (RowWriter) throws(CodingFailure) -> Void
    ) throws -> Bool {
        defer { rows.end() }
        let from = head.revision
        var head = head
        head.revision = revision
        let journal = journal
        let changes = hidesChanges ? nil : journal?.changes
        hidesChanges = false
        return try commit(
            head, mayHold: mayHold, entries: { journal?.endBatch(head, from: from, tells: changes != nil) ?? .empty }
        ) { sink in
            rows.begin(sink, journal: changes, writeOriginal: rows.isWhole ? writeOriginal : nil)
            try walk(rows)
            if let failure = rows.failure { throw failure }
            try records.write(to: sink)
        }
    }

    /// Writes a batch that has not changed the state, if it has changed records.
    ///
    /// - Returns: false if it is unknown whether they are written, until ``finish(_:)``.
    /// - Throws: the storage's error; nothing was written then.
    func writeRecords() throws -> Bool {
        guard records.hasChanges else { return true }
        let (head, journal) = (head, journal)
        return try commit(
            head, mayHold: true, entries: { journal?.endBatch(head, from: head.revision, tells: true) ?? .empty },
            records.write)
    }

    /// Writes a batch, and ends it.
    ///
    /// - Returns: false if it is unknown whether it is written: it is held.
    private func commit(
        _ head: StorageHead, mayHold: Bool, entries: () -> RowText, _ body: (any RowSink) throws -> Void
    ) throws -> Bool {
        do {
            guard try writeBatch(head, mayHold: mayHold, entries: entries, body) else {
                held = head
                return false
            }
        } catch {
            rollBack(error)
            throw error
        }
        self.head = head
        commit()
        return true
    }

    /// Writes a transaction.
    ///
    /// - Returns: false if it is unknown whether it is written.
    private func writeBatch(
        _ head: StorageHead, mayHold: Bool, entries: () -> RowText, _ body: (any RowSink) throws -> Void
    ) throws -> Bool {
        if let refusal { throw refusal }
        guard mayHold, let wakeup else {
            try storage.write(head, entries: entries, body)
            return true
        }
        _ = wakeup.consume()
        switch try storage.commit(head, entries: entries, notifying: wakeup, body) {
        case .written: return true
        case .notWritten(let failure): throw failure
        case .unknown: return false
        }
    }

    /// Asks the storage for the outcome of the batch that is held.
    package func resolve() -> StorageOutcome { storage.resolve() }

    /// Ends the batch that was held.
    ///
    /// - Parameter failure: why it is not written; nil if it is.
    func finish(_ failure: (any Error)?) {
        guard let head = held else { return }
        held = nil
        if let failure { return rollBack(failure) }
        self.head = head
        commit()
    }

    /// Writes nothing from now on: the contents of the storage are unknown.
    ///
    /// - Parameter failure: the error of all later transactions.
    package func refuse(_ failure: StorageFailure) { refusal = failure }

    /// Allows the storage to sync the next transactions with a later one, before ``sync()`` returns.
    ///
    /// - Returns: false if it syncs each.
    package func deferSync() -> Bool { storage.deferSync() }

    /// Has the storage sync the next transaction.
    package func endDeferral() { storage.endDeferral() }

    /// Has the storage sync what it has not synced.
    ///
    /// - Throws: ``StorageFailure`` if it is unknown whether it is; nothing is written from then on.
    package func sync() throws(StorageFailure) {
        do throws(StorageFailure) { try storage.sync() } catch {
            refuse(error)
            isFenced = true
            throw error
        }
    }

    // Records are committed with each transaction, including one outside a batch.

    private func commit() {
        journal?.commit()
        records.commit()
    }

    private func rollBack(_ error: any Error) {
        note(error)
        journal?.rollBack(error)
        records.rollBack()
    }

    /// Reverts a part of the state to an earlier revision, by the journal.
    ///
    /// - Parameters:
    ///   - revision: a revision before the present one.
    ///   - history: the part in its present form.
    /// - Throws: ``CodingFailure`` if that revision is unknown, ``StorageFailure`` if the journal cannot be read.
    func rewind(_ history: JSONHistory, backTo revision: Int) throws {
        try storage.rewind(from: head.revision, backTo: revision) { changes throws(CodingFailure) in
            try history.undo(changes)
        }
    }

    /// Writes the journal's pending entries and the changes of records, and closes the storage.
    package func close() {
        // Pending entries belong to no change of the state, so losing them is acceptable.
        if held == nil, refusal == nil { try? writePending() }
        wakeup = nil
        storage.close()
    }

    /// Writes pending changes, and makes the storage release its file.
    ///
    /// - Throws: the storage's error; it is not paused then.
    package func pause() throws {
        do {
            try writePending()
            try storage.pause()
        } catch {
            note(error)
            throw error
        }
    }

    /// Has the storage take hold of its file again.
    ///
    /// - Throws: ``StorageFailure``; it is still paused then.
    package func resume() throws(StorageFailure) {
        do throws(StorageFailure) { try storage.resume() } catch {
            note(error)
            throw error
        }
    }

    private func note(_ error: any Error) {
        if (error as? StorageFailure)?.kind == .fenced { isFenced = true }
    }

    /// The figures of the storage; nil if it keeps none.
    package var figures: StorageFigures? { storage.figures }

    private func writePending() throws {
        let waiting = journal?.waiting
        guard waiting != nil || records.hasChanges else { return }
        try storage.write(head, entries: { waiting ?? .empty }, records.write)
    }
}

/// A persister takes part in messages for the undo history. Batches it ends with their transactions.
extension StatePersister: BatchParticipant {
    package func beginMessage() { journal?.history?.beginMessage() }
    package func rollBackMessage() { journal?.history?.rollBackMessage() }
    package func rollBackBatch(_: any Error) {}
}
