import AditJSON
import AditState
import CSQLite

/// The readable data of a damaged store.
final class Salvage {
    let version: StoredVersion
    /// The last readable mark.
    let mark: HeadFile.Mark
    private let expected: HeadFile.Mark
    /// Whether the head file says how far the store went, or the log was read to its end.
    private let isEndKnown: Bool
    /// The checksum of the state in the last head; nil without one.
    private let state: UInt64?
    private let rows: SalvagedRows

    /// Whether the data reaches the mark in the head file.
    var isUpToDate: Bool { mark.includes(expected) }

    /// - Parameters:
    ///   - path: the damaged file.
    ///   - isLogRead: whether SQLite reads the log beside the file to its end.
    ///   - expected: the app and version of a file that does not say them; nil if it has to.
    init(
        of database: Database, _ path: StorePath, isLogRead: Bool,
        expecting expected: (app: String, schemaVersion: Int)?
    ) throws(StorageFailure) {
        rows = SalvagedRows(database)
        let meta = rows.meta()
        guard !meta.integers.isEmpty || rows.hasState else {
            throw database.damage("nothing of a store was found in it")
        }
        func number(_ key: String) -> Int? { meta.integers[key].map(Int.init(truncatingIfNeeded:)) }
        guard let app = meta.texts["app"] ?? expected?.app,
            let schemaVersion = number("schemaVersion") ?? expected?.schemaVersion
        else { throw database.damage("it does not say of what version and app it is") }
        version = StoredVersion(format: number("format") ?? FileSchema.format, app: app, schemaVersion: schemaVersion)
        let last = rows.lastEntry()
        let noted = HeadFile.Mark(
            revision: meta.integers["revision"] ?? 0, opens: meta.integers["opens"] ?? 0,
            row: meta.integers["journal"] ?? 0)
        if let last, last.number > noted.row {
            mark = HeadFile.Mark(
                revision: Int64(last.head.revision), opens: Int64(last.head.opens), row: last.number)
            state = last.state
        } else {
            mark = noted
            state = meta.integers["state"].map { UInt64(bitPattern: $0) }
        }
        // Where the id of the store is lost, the file beside it is its own as far as can be known.
        let beside = (try? HeadFile.expected(path, id: meta.integers["id"])).flatMap { $0 }
        self.expected = beside ?? HeadFile.Mark.none
        isEndKnown = beside != nil || isLogRead
    }

    /// Writes the data to a new file.
    ///
    /// - Parameter findFailures: returns the errors of the state.
    func save(to new: StorePath, findFailures: (any StateStorage) throws -> [CodingFailure]) throws -> StorageRepair {
        let storage = try SQLiteStorage.open(
            new.path, app: version.app, schemaVersion: version.schemaVersion, retention: .none)
        defer { storage.close() }
        var repair = StorageRepair(
            path: new.path, revision: Int(max(0, mark.revision)), written: Int(max(mark.revision, expected.revision)),
            members: 0, lostMembers: [], tables: [], isWhole: false, failures: [])
        // Ids of effects that the host knows must not be reused.
        let opens = Int(max(1, mark.opens, expected.opens))
        let head = StorageHead(revision: repair.revision, opens: opens)
        try storage.write(head, entries: { .empty }) { sink in
            let members = try rows.saveMembers(to: sink)
            (repair.members, repair.lostMembers) = (members.saved, members.lost)
            for (path, name) in rows.parts() {
                try sink.declare(path)
                let (saved, lost) = try rows.saveElements(of: path, name, to: sink)
                repair.tables.append(StorageRepair.Table(path: path, saved: saved, lost: lost))
            }
        }
        repair.isWhole = rows.hasChecksums && rows.total == state && isUpToDate && isEndKnown
        try leaveOutFailures(of: storage, head, &repair, findFailures)
        return repair
    }

    /// Removes the elements with errors.
    private func leaveOutFailures(
        of storage: SQLiteStorage, _ head: StorageHead, _ repair: inout StorageRepair,
        _ findFailures: (any StateStorage) throws -> [CodingFailure]
    ) throws {
        while true {
            repair.failures = try findFailures(storage)
            let found = try elements(repair.failures, storage)
            if found.isEmpty { return }
            try storage.write(head, entries: { .empty }) { sink in
                for (table, ids) in found {
                    for id in ids {
                        try withRow(id.string) { try sink.remove($0, in: table.string) }
                        repair.isWhole = false
                    }
                }
            }
            for index in repair.tables.indices {
                let count = found[ByteString(repair.tables[index].path)]?.count ?? 0
                repair.tables[index].saved -= count
                repair.tables[index].lost += count
            }
        }
    }

    /// Returns the ids of the elements with errors, from paths such as `items.entities.ID.text`. Two spellings of a letter are two ids.
    private func elements(_ failures: [CodingFailure], _ storage: SQLiteStorage) throws -> [ByteString: Set<ByteString>]
    {
        var found: [ByteString: Set<ByteString>] = [:]
        for table in try storage.readTables() {
            let keys = (JSONPointer(table)?.tokens ?? []) + ["entities", ""]
            let prefix = keys.joined(separator: ".")
            let rests = failures.map(\.path.utf8).filter { $0.starts(with: prefix.utf8) }
                .map { $0.dropFirst(prefix.utf8.count) }
            if rests.isEmpty { continue }
            try storage.readElements(of: table) { (id, _) throws(CodingFailure) in
                let id = id.string
                if rests.contains(where: { $0.elementsEqual(id.utf8) || $0.starts(with: (id + ".").utf8) }) {
                    found[ByteString(table), default: []].insert(ByteString(id))
                }
            }
        }
        return found
    }
}
