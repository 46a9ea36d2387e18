import AditJSON

/// The migrations of a stored state of an older version.
package struct MigrationPlan {
    package let from: Int
    package let to: Int
    private let steps: [StorageMigration]

    /// - Parameter name: the store, as messages name it.
    /// - Throws: ``StorageFailure`` if no migrations lead from one version to the other.
    package init(_ name: String, from: Int, to: Int, _ migrations: [StorageMigration]) throws(StorageFailure) {
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

    package var isEmpty: Bool { steps.isEmpty }

    /// Runs all migrations.
    ///
    /// - Parameter finish: completes the edits of each.
    package func run(on rows: any RowEditor, finish: () throws -> Void = {}) throws(MigrationError) {
        let stored = StoredRows(rows)
        for step in steps {
            do {
                try step.body(stored)
                try finish()
            } catch {
                throw MigrationError(from: step.from, reason: error)
            }
        }
    }

    /// Returns the failure of opening a store that could not be migrated.
    ///
    /// - Parameter name: the store, as messages name it.
    package func refusal(of error: any Error, _ name: String) -> StorageFailure {
        let reason = (error as? MigrationError)?.reason ?? error
        if let failure = reason as? StorageFailure, failure.kind != .schema { return failure }
        return StorageFailure(
            .schema, "\(name) could not be migrated from version \(from) to \(to), and is as it was: \(error)")
    }
}

extension StorageVerdict {
    /// Returns the verdict on a store whose state cannot be read or migrated.
    ///
    /// - Throws: ``StorageFailure`` if the store itself cannot be read.
    package static func impossible(as error: any Error) throws(StorageFailure) -> StorageVerdict {
        switch (error as? MigrationError)?.reason ?? error {
        case let failure as StorageFailure where failure.kind != .schema: throw failure
        case let failure as CodingFailure: return .impossible([failure])
        default: return .impossible([CodingFailure(path: "", reason: "\(error)")])
        }
    }
}

/// The failure of a migration.
package struct MigrationError: Error, CustomStringConvertible {
    let from: Int
    package let reason: any Error

    package var description: String { "the migration from version \(from) failed: \(reason)" }
}
