import AditJSON
import AditState

/// What is to be done to a file that is of an older version.
struct MigrationPlan {
    let from: Int
    let to: Int
    private let steps: [StorageMigration]

    /// - Throws: ``StorageFailure`` where there is no way from the one to the other.
    init(_ name: String, from: Int, to: Int, _ migrations: [StorageMigration]) throws(StorageFailure) {
        self.from = from
        self.to = to
        var steps: [StorageMigration] = []
        // Step by step: between two versions that a file and an app may say there is room for more than memory has.
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
