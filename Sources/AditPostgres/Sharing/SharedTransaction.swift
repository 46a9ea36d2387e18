import AditJSON
import AditState

/// A transaction with the batches of several cores, each of which is written only where its writer still has the core.
///
/// A connection writes a core after it has raised the core's epoch, in a transaction before. Then, as for a core with a
/// separate connection, a first round trip sends the rows of all batches, and a second one their heads with COMMIT. If
/// a batch fails in the first, as its core was opened elsewhere, all is rolled back and written again without it.
struct SharedTransaction {
    private let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    /// Writes batches of different cores. Each gets its result, except those that are returned.
    ///
    /// - Returns: those of which it is not known whether they are written. The connection is lost then.
    func write(_ batches: [SharedBatch]) -> [SharedBatch] {
        // In one order for all connections, so that two of them never wait for each other.
        var batches = batches.sorted { ByteString($0.core) < ByteString($1.core) }
        raiseEpochs(of: batches)
        // The others have their results.
        batches.removeAll { $0.home != connection.number }
        while !batches.isEmpty {
            do throws(Failed) {
                try writeRows(of: batches)
                return commit(batches)
            } catch {
                guard connection.isOpen, (try? connection.rollBack()) != nil else {
                    return end(batches, .notWritten(error.failure))
                }
                batches.remove(at: error.index).end(.notWritten(error.failure))
                for batch in batches { batch.rows.rewind(to: batch.last.state) }
            }
        }
        return []
    }

    /// The first failure of the transaction, and the batch that it is of.
    private struct Failed: Error {
        let index: Int
        let failure: StorageFailure
    }

    /// Raises the epochs of the cores that another connection has written last.
    private func raiseEpochs(of batches: [SharedBatch]) {
        let batches = batches.filter { $0.home != connection.number }
        if batches.isEmpty { return }
        do throws(StorageFailure) {
            let rows = try connection.raiseEpochs(of: batches.map { ($0.core, $0.owner) })
            for (batch, row) in zip(batches, rows) { batch.begin(from: row, connection) }
        } catch {
            // One after the other: one may wait for a transaction that does not end.
            for batch in batches {
                do throws(StorageFailure) {
                    batch.begin(
                        from: try connection.raiseEpoch(of: batch.core, owner: batch.owner, takes: false), connection)
                } catch {
                    batch.end(.notWritten(error))
                }
            }
        }
    }

    private func writeRows(of batches: [SharedBatch]) throws(Failed) {
        var index = 0
        do throws(StorageFailure) {
            try connection.send(.begin)
            for batch in batches {
                try connection.send(.fence, [StoredText.parameter(batch.core), .integer(batch.next.epoch)])
                try batch.rows.send(by: connection)
            }
            // The answers are those to BEGIN, and for each batch to its first statement and its rows.
            var (isBegun, isLocked) = (false, false)
            try connection.receive { (reply) throws(StorageFailure) in
                guard isBegun else { return isBegun = true }
                let batch = batches[index]
                if isLocked {
                    try batch.rows.take(reply)
                } else {
                    guard reply.count == 1 else { throw .fenced(batch.core, in: connection.name) }
                    isLocked = true
                }
                if batch.rows.isAnswered { (index, isLocked) = (index + 1, false) }
            }
            index = 0
            while index < batches.count {
                if try batches[index].rows.sendSpreading(by: connection) {
                    try connection.receive(batches[index].rows.take)
                }
                index += 1
            }
        } catch {
            throw Failed(index: min(index, batches.count - 1), failure: error)
        }
    }

    private func commit(_ batches: [SharedBatch]) -> [SharedBatch] {
        do throws(StorageFailure) {
            for batch in batches {
                batch.next.state = batch.rows.checksum
                try connection.sendHead(batch.next, of: batch.core)
            }
        } catch {
            // COMMIT was not sent.
            return end(batches, .notWritten(error))
        }
        switch connection.commit() {
        case .written:
            for batch in batches { batch.end(.written) }
            return []
        case .notWritten(let failure):
            if batches.count == 1 { return end(batches, .notWritten(failure)) }
            // It is the failure of one of them, and not known of which.
            return batches.flatMap { batch in
                batch.rows.rewind(to: batch.last.state)
                return write([batch])
            }
        case .unknown(let reason):
            for batch in batches { batch.wait(for: reason) }
            return batches
        }
    }

    private func end(_ batches: [SharedBatch], _ result: SharedBatch.Result) -> [SharedBatch] {
        for batch in batches { batch.end(result) }
        return []
    }
}
