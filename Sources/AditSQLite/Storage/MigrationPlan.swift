import AditJSON
import AditState

/// The migrations of a file of an older version.
struct MigrationPlan {
    let from: Int
    let to: Int
    private let steps: [StorageMigration]

    /// - Throws: ``StorageFailure`` if no migrations lead from one version to the other.
    init(_ name: String, from: Int, to: Int, _ migrations: [StorageMigration]) throws(StorageFailure) {
        self.from = from
        self.to = to
        var steps: [StorageMigration] = []
        // Step by step: a range between the two numbers may not fit in memory.
        var version = min(from, to)
        while version < to {
            guard let step = migrations.first(where: { $0.from == version }) else {
                throw StorageFailure(
                    .schema,
                    """
                    \(name) has a state of version \(from), which cannot be migrated to version \(to): there is no \
                    migration from version \(version)
                    """)
            }
            steps.append(step)
            version += 1
        }
        self.steps = steps
    }

    var isEmpty: Bool { steps.isEmpty }

    /// Runs all migrations.
    func run(on rows: SQLiteRows) throws(MigrationError) {
        let stored = StoredRows(rows)
        for step in steps {
            do {
                try step.body(stored)
                try rows.finish()
            } catch {
                throw MigrationError(from: step.from, reason: error)
            }
        }
    }
}

/// The failure of a migration.
struct MigrationError: Error, CustomStringConvertible {
    let from: Int
    let reason: any Error

    var description: String { "the migration from version \(from) failed: \(reason)" }
}
