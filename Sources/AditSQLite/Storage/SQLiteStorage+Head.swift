import AditJSON
import AditState
import AditSystem

// How far the file goes, as it says and as was noted beside it.
extension SQLiteStorage {
    static func mark(_ head: StorageHead?, _ journal: JournalRows) -> HeadFile.Mark {
        HeadFile.Mark(revision: Int64(head?.revision ?? 0), opens: Int64(head?.opens ?? 0), row: journal.last.number)
    }

    /// Compares what is in the file with what was noted beside it.
    func checkHead(_ path: StorePath) throws(StorageFailure) {
        guard let id = meta.integer(.id) else { return }
        let expected = try path.attempt { () throws(SystemError) in try HeadFile.expected(path, id: id) }
        let found = Self.mark(head, journal)
        guard let expected, !found.includes(expected) else { return }
        throw database.damage(
            """
            it goes to revision \(found.revision), opening \(found.opens) and row \(found.row) of the journal; revision \
            \(expected.revision), opening \(expected.opens) and row \(expected.row) were written, as \(path.head) says; \
            where an older copy of the file is meant to be taken, remove that one
            """)
    }

    /// Makes sure that what is committed from now on is noted.
    func openHeadFile() throws(StorageFailure) {
        guard headFile == nil, let files, let id = meta.integer(.id) else { return }
        headFile = try files.attempt("could not be written") { () throws(SystemError) in
            try HeadFile(files, id: id, synced: synced)
        }
    }

    /// - Parameter removes: whether it goes, where the log has: then all is in the file.
    func closeHeadFile(removing removes: Bool) {
        headFile?.close()
        headFile = nil
        guard let files, removes, (try? System.isThere(files.wal)) == false else { return }
        _ = try? System.remove(files.head)
    }
}
