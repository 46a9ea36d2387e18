import AditJSON

/// What becomes of the text of a state that an older version of an app has written: an export, a recording, a scenario. It
/// takes the way of a store, through the app's migrations.
package struct StateUpgrade: Sendable {
    /// The key by which a state's text says of what version it is, beside the state's own members.
    package static let key = "@schema"

    /// The version of the app's state.
    package let version: Int
    private let migrations: [StorageMigration]
    private let isWhole: Bool

    package init(to version: Int, _ migrations: [StorageMigration], isWhole: Bool) {
        self.version = version
        self.migrations = migrations
        self.isWhole = isWhole
    }

    /// Reads what a text says of its version.
    ///
    /// - Throws: ``CodingFailure`` where it is none that can be read.
    package func read(_ value: JSONValue) throws(CodingFailure) -> Int {
        guard let number = value.integer, value.kind == .integer, number >= min(1, version), number <= version else {
            throw CodingFailure(
                path: StateUpgrade.key,
                reason: "found \(value.description); a version of the state from 1 to \(version) is expected")
        }
        return Int(number)
    }

    /// The state of a version as it is in the present one.
    ///
    /// - Throws: ``CodingFailure`` where there is no way from the one to the other.
    package func upgraded(_ state: JSON, from version: Int) throws(CodingFailure) -> JSON {
        let tree = StateTree(state, isWhole: isWhole)
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
        return tree.state
    }

    /// The text of a state, as it is in the present version.
    ///
    /// - Parameters:
    ///   - state: the text's value, with or without what says its version.
    ///   - version: its version where it does not say one; nil: the present one.
    /// - Returns: nil where it is what it is to be.
    package func text(of state: JSONValue, version: Int? = nil) throws(CodingFailure) -> JSONWriter? {
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

extension App {
    /// What becomes of states of older versions.
    package var upgrade: StateUpgrade {
        StateUpgrade(to: schemaVersion, migrations, isWhole: types.stateCoding.isWhole)
    }

    /// Reads a state that a host gives, which may say that it is of an older version.
    package func readState(given value: JSONValue) throws(CodingFailure) -> S {
        guard let text = try upgrade.text(of: value) else { return try types.readState(value) }
        let document: JSONDocument
        do throws(JSONSyntaxError) { document = try JSONDocument(parsing: text.bytes, depth: .max) } catch {
            throw CodingFailure(error)
        }
        return try document.withRoot { (root) throws(CodingFailure) in try types.readState(root) }
    }
}
