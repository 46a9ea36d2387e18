import AditJSON

/// A migration of the text of a state from an older version of an app: an export, a recording, a scenario. It runs the
/// app's migrations, as for a store.
package struct StateUpgrade: Sendable {
    /// The key of the version in a state's text, next to the state's own members.
    package static let key = "@schema"
    /// The key of a text whose secrets are masked, and the member.
    static let secretsKey = "@secrets"
    static var masked: StaticString { #","@secrets":"masked""# }

    /// The version of the app's state.
    package let version: Int
    private let migrations: [StorageMigration]
    private let isWhole: @Sendable () -> Bool

    package init(
        to version: Int, _ migrations: [StorageMigration], isWhole: @autoclosure @escaping @Sendable () -> Bool
    ) {
        self.version = version
        self.migrations = migrations
        self.isWhole = isWhole
    }

    /// Reads the version in a text.
    ///
    /// - Throws: ``CodingFailure`` if it is not a supported version.
    package func read(_ value: JSONReader) throws(CodingFailure) -> Int {
        guard let number = value.integer, value.kind == .integer, number >= min(1, version), number <= version else {
            throw CodingFailure(
                path: StateUpgrade.key,
                reason: "found \(value.description); a version of the state from 1 to \(version) is expected")
        }
        return Int(number)
    }

    /// Refuses a text whose secrets are masked: they would be lost.
    func checkSecrets(_ key: String) throws(CodingFailure) {
        guard key.isSpelled(as: StateUpgrade.secretsKey) else { return }
        throw CodingFailure(
            path: key, reason: "found a state whose secrets are masked, for support; one with its secrets is expected")
    }

    /// Returns a state of an older version in the form of the present one.
    ///
    /// - Throws: ``CodingFailure`` if a migration is missing or fails.
    package func upgraded(_ state: JSON, from version: Int) throws(CodingFailure) -> JSON {
        try upgrade(StateTree(state, isWhole: isWhole()), from: version).state
    }

    /// Returns the records of durable effects in the form of the present version.
    ///
    /// - Parameters:
    ///   - records: the records by their names.
    ///   - state: the state beside them, of the same version.
    /// - Throws: ``CodingFailure`` if a migration is missing or fails.
    package func upgraded(
        records: [ByteString: JSON], beside state: JSON, from version: Int
    ) throws(CodingFailure) -> [ByteString: JSON] {
        try upgrade(StateTree(state, records: records, isWhole: isWhole()), from: version).records
    }

    private func upgrade(_ tree: StateTree, from version: Int) throws(CodingFailure) -> StateTree {
        let rows = StoredRows(tree)
        var step = version
        while step < self.version {
            guard let migration = migrations.first(where: { $0.from == step }) else {
                throw CodingFailure(
                    path: StateUpgrade.key,
                    reason: "found \(version), which cannot be migrated to version \(self.version): there is no "
                        + "migration from version \(step)")
            }
            do { try migration.body(rows) } catch {
                throw CodingFailure(path: "", reason: "the migration from version \(step) failed: \(error)")
            }
            step += 1
        }
        return tree
    }

    /// Returns the text of a state in the form of the present version.
    ///
    /// - Parameters:
    ///   - state: the text's value, with or without a version.
    ///   - version: its version if it has none; nil for the present one.
    /// - Returns: nil if `state` needs no change.
    package func text(of state: JSONReader, version: Int? = nil) throws(CodingFailure) -> JSONWriter? {
        if state[StateUpgrade.secretsKey] != nil { try checkSecrets(StateUpgrade.secretsKey) }
        let told = state[StateUpgrade.key]
        let version = try told.map { (told) throws(CodingFailure) in try read(told) } ?? version ?? self.version
        guard told != nil || version < self.version else { return nil }
        var json = JSON(state)
        if case .object(var members) = json {
            members[StateUpgrade.key] = nil
            json = .object(members)
        }
        if version < self.version { json = try upgraded(json, from: version) }
        let text = JSONWriter()
        try json.write(to: text)
        return text
    }
}
