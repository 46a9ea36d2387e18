import AditJSON
import AditState

/// The row of a core in the table `adit.core`.
struct CoreRow: Equatable, Sendable {
    var app: String
    var schemaVersion: Int64
    /// Raised by each opening and each reconnection; only the writer that has raised it last can commit.
    var epoch: Int64 = 0
    /// A random number of the storage that has raised it.
    var owner: Int64 = 0
    var head = StorageHead(revision: 0, opens: 0)
    /// The number of transactions that were committed. A batch that changes records only has the revision of the one
    /// before, so the revision does not say whether it was written.
    var batch: Int64 = 0
    /// The checksum of the state's rows.
    var state: UInt64 = 0
    /// The end of the journal's last entry in everything that the journal ever had.
    var ends: Int64 = 0

    /// The row after another batch, whose rows and entries are not in it yet.
    func next(_ head: StorageHead) -> CoreRow {
        var next = self
        (next.head, next.batch) = (head, batch + 1)
        return next
    }

    /// Whether its last batch is that of another row.
    func hasBatch(of row: CoreRow) -> Bool { batch == row.batch && checksum == row.checksum }

    /// The checksum of what a batch writes. The epoch and the owner are raised without it.
    var checksum: UInt64 {
        var sum = RowChecksum.mixed(RowChecksum.text(app) ^ 0x636F_7265)
        for number in [schemaVersion, Int64(head.revision), Int64(head.opens), batch, Int64(bitPattern: state), ends] {
            sum = RowChecksum.mixed(sum ^ UInt64(bitPattern: number))
        }
        return sum
    }
}

extension CoreRow {
    /// Reads the first row of an answer.
    ///
    /// - Throws: ``StorageFailure`` if the row is not as it was written.
    init(_ reply: borrowing Reply, of core: String, _ connection: Connection) throws(StorageFailure) {
        app = reply.text(0, 0).string
        schemaVersion = reply.integer(0, 1)
        epoch = reply.integer(0, 2)
        owner = reply.integer(0, 3)
        let (revision, opens) = (reply.integer(0, 4), reply.integer(0, 5))
        batch = reply.integer(0, 6)
        state = reply.checksum(0, 7)
        ends = reply.integer(0, 8)
        guard [schemaVersion, epoch, revision, opens, batch, ends].allSatisfy({ StoredRecord.range.contains(Int($0)) })
        else {
            throw connection.damage(core, "its row has a number out of range")
        }
        head = StorageHead(revision: Int(revision), opens: Int(opens))
        guard reply.checksum(0, 9) == checksum else {
            throw connection.damage(core, "its row is not as it was written")
        }
    }
}
