import AditJSON

/// What came of a repair: what of a damaged store is in a new one, and what is not.
public struct StorageRepair: Equatable, Sendable {
    /// A table of the state.
    public struct Table: Equatable, Sendable {
        /// The table's JSON Pointer, such as `/items`.
        public var path: String
        /// How many elements are in the new file.
        public var saved: Int
        /// How many are known to have been there, and are not.
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
    /// The revision that the state has there.
    public var revision: Int
    /// The revision that was written last, as far as that is known; where it is greater, the last changes are lost.
    public var written: Int
    /// How many members of the state were saved.
    public var members: Int
    /// Members that were found damaged.
    public var lostMembers: [String]
    /// The tables of the state, each with the number of saved and lost elements.
    public var tables: [Table]
    /// Whether the rows are all those that were committed with the revision. Where they are not, some may be missing of
    /// which nothing is known, or be older.
    public var isWhole: Bool
    /// Why what was saved is no state of the app, so that it cannot be opened; empty where it can.
    public var failures: [CodingFailure]

    /// - Parameters:
    ///   - path: the new file.
    ///   - revision: the revision of the state in it.
    ///   - written: the last written revision, as far as it is known.
    ///   - members: the number of saved members of the state.
    ///   - lostMembers: the damaged members.
    ///   - tables: the tables of the state.
    ///   - isWhole: whether the rows are all those committed with the revision.
    ///   - failures: the reasons why the saved data is no state of the app.
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
            ", \(table.saved) elements of \(table.path)" + (table.lost > 0 ? " (\(table.lost) lost)" : "")
        }
        let whole = isWhole && written <= revision ? "all that was committed" : "what could be saved"
        return "\(path) has \(whole): revision \(revision)\(lostRevisions), \(members) members\(lost)" + tables.joined()
    }
}
