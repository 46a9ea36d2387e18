import AditJSON

/// The result of a repair: the content of a damaged store that was saved in a new one, and the lost content.
public struct StorageRepair: Equatable, Sendable {
    /// A table of the state.
    public struct Table: Equatable, Sendable {
        /// The table's JSON Pointer, such as `/items`.
        public var path: String
        /// The number of elements in the new file.
        public var saved: Int
        /// The number of elements that are known to be lost.
        public var lost: Int

        /// - Parameters:
        ///   - path: the pointer to the table.
        ///   - saved: the number of elements in the new file.
        ///   - lost: the number of elements that are known to be lost.
        public init(path: String, saved: Int, lost: Int) {
            self.path = path
            self.saved = saved
            self.lost = lost
        }
    }

    /// The new file.
    public var path: String
    /// The revision of the state in the new file.
    public var revision: Int
    /// The last written revision, as far as it is known; if it is greater, the latest changes are lost.
    public var written: Int
    /// The number of saved members of the state.
    public var members: Int
    /// The damaged members.
    public var lostMembers: [String]
    /// The tables of the state, each with the number of saved and lost elements.
    public var tables: [Table]
    /// Whether the rows are all those that were committed with the revision. Otherwise, rows may be missing without a
    /// trace, or be older.
    public var isWhole: Bool
    /// The reasons why the saved data is not a state of the app and cannot be opened; empty if it can.
    public var failures: [CodingFailure]

    /// - Parameters:
    ///   - path: the new file.
    ///   - revision: the revision of the state in it.
    ///   - written: the last written revision, as far as it is known.
    ///   - members: the number of saved members of the state.
    ///   - lostMembers: the damaged members.
    ///   - tables: the tables of the state.
    ///   - isWhole: whether the rows are all those committed with the revision.
    ///   - failures: the reasons why the saved data is not a state of the app.
    public init(
        path: String, revision: Int, written: Int, members: Int, lostMembers: [String], tables: [Table], isWhole: Bool,
        failures: [CodingFailure]
    ) {
        self.path = path
        self.revision = revision
        self.written = written
        self.members = members
        self.lostMembers = lostMembers
        self.tables = tables
        self.isWhole = isWhole
        self.failures = failures
    }
}

extension StorageRepair: CustomStringConvertible {
    /// One sentence for a user: `/b.store has all that was committed: revision 41, 3 members, 12 elements of /items`.
    public var description: String {
        let lostRevisions = written > revision ? " (\(written) was written)" : ""
        let lost = lostMembers.isEmpty ? "" : " (lost: \(lostMembers.joined(separator: ", ")))"
        let tables = tables.map { table in
            ", \(table.saved.counted("element")) of \(table.path)" + (table.lost > 0 ? " (\(table.lost) lost)" : "")
        }
        let whole = isWhole && written <= revision ? "all that was committed" : "what could be saved"
        return "\(path) has \(whole): revision \(revision)\(lostRevisions), \(members.counted("member"))\(lost)"
            + tables.joined()
    }
}
