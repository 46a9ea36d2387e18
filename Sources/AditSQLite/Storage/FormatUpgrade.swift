import AditJSON
import AditState

extension SQLiteStorage {
    /// Upgrades a file of the first format to the present one, within a transaction: adds checksums to its rows.
    func upgradeFormat() throws(StorageFailure) {
        guard !meta.hasChecksums else { return }
        checksum.total = rows.elements.values.reduce(0) { $0 &+ $1.part }
        try database.execute(
            """
            ALTER TABLE member ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
            UPDATE member SET sum = adit_member(path, value);
            ALTER TABLE journal ADD COLUMN state INTEGER;
            ALTER TABLE journal ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
            UPDATE journal SET sum = adit_entries(number, revision, opens, time, begins, ends, 0, entries);
            """)
        for table in rows.elements.values {
            try database.execute("ALTER TABLE \(table.name) ADD COLUMN sum INTEGER NOT NULL DEFAULT 0")
            let summing = try database.prepare("UPDATE \(table.name) SET sum = adit_element(place, id, value, ?1)")
            summing.bind(1, checksum: table.seed)
            try summing.run()
        }
        try meta.set(.format, to: Int64(FileSchema.format))
        try meta.set(.id, to: Int64.random(in: .min ... .max))
        try meta.finish()
        checksum.isStored = true
        rows.readSums = [:]
        if let head { try record(head) }
    }
}
