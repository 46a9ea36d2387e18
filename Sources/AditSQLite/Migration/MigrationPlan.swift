import Adit
import AditJSON

/// What is to be done to a file that is of an older version.
struct MigrationPlan {
    let from: Int
    let to: Int
    private let steps: [StorageMigration]

    /// - Throws: ``StorageFailure`` where there is no way from the one to the other.
    init(_ name: String, from: Int, to: Int, _ migrations: [StorageMigration]) throws(StorageFailure) {
        self.from = from
        self.to = to
        steps = try (min(from, to)..<to).map { (version) throws(StorageFailure) in
            if let step = migrations.first(where: { $0.from == version }) { return step }
            throw StorageFailure(
                .schema,
                """
                \(name) has a state of version \(from), which cannot be migrated to version \(to): there is no \
                migration from version \(version)
                """)
        }
    }

    var isEmpty: Bool { steps.isEmpty }

    /// Takes all steps.
    func run(on rows: SQLiteRows) throws(MigrationError) {
        let stored = StoredRows(rows)
        for step in steps {
            do {
                try step.body(stored)
                try rows.settle()
            } catch {
                throw MigrationError(from: step.from, reason: error)
            }
        }
    }
}

/// A step of a migration that failed.
struct MigrationError: Error, CustomStringConvertible {
    let from: Int
    let reason: any Error

    var description: String { "the migration from version \(from) failed: \(reason)" }
}
