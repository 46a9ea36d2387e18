import AditJSON
import AditState

// The mark of the file, and that of the head file beside it.
extension SQLiteStorage {
    static func mark(_ head: StorageHead?, _ journal: JournalRows) -> HeadFile.Mark {
        HeadFile.Mark(revision: Int64(head?.revision ?? 0), opens: Int64(head?.opens ?? 0), row: journal.last.number)
    }

    /// Compares the file's mark with that of the head file.
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

    /// Opens the head file, so that further commits are noted.
    func openHeadFile() throws(StorageFailure) {
        guard headFile == nil, let files, let id = meta.integer(.id) else { return }
        headFile = try files.attempt("could not be written") { () throws(SystemError) in
            try HeadFile(files, id: id, synced: synced)
        }
    }

    /// - Parameter removes: whether to remove it if the log is gone: then the file contains everything.
    func closeHeadFile(removing removes: Bool) {
        let isAll = removes && files.map { (try? FileSystem.exists($0.wal)) == false } ?? false
        if let headFile {
            headFile.close(removing: isAll)
        } else if let files, isAll {
            // That of the process that was killed.
            try? files.removeHead()
        }
        headFile = nil
    }
}
