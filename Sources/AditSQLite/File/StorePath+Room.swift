import AditJSON
import AditState
import Glibc

extension StorePath {
    /// The minimum that SQLite writes when it opens a file: the log's header and its index.
    private static let leastBytes = 36 << 10
    /// The maximum length of a database's path, without the longest suffix (SQLite's `MAX_PATHNAME`).
    private static let longestPath = 512 - "-journal".utf8.count

    /// Checks whether a file and SQLite's files beside it can be opened for writing, as far as possible without
    /// writing.
    ///
    /// - Parameters:
    ///   - isThere: whether the file exists.
    ///   - bytes: the number of bytes to write, in addition to those of every opening.
    /// - Throws: ``StorageFailure`` if the system would refuse it.
    func checkRoom(isThere: Bool, bytes: Int) throws(StorageFailure) {
        let what = isThere ? "could not be opened" : "could not be created"
        let besides = isThere ? [wal, shm] : [wal, shm, new, path]
        guard path.utf8.count <= StorePath.longestPath else {
            throw StorageFailure(
                .failed,
                "\(path) \(what): its path has \(path.utf8.count) bytes; up to \(StorePath.longestPath) are expected")
        }
        for beside in besides {
            let status = try attempt(what) { () throws(SystemError) -> stat? in
                try System.status(of: beside, followingLinks: false)
            }
            if status == nil {
                try checkAccess(to: directory, W_OK | X_OK, what)
            } else if isThere {
                try checkAccess(to: beside, R_OK | W_OK, what)
            }
        }
        if !isThere { try checkNothingIsLeft() }
        try checkSpace(Self.leastBytes + bytes, what)
    }

    private func checkAccess(to path: String, _ mode: Int32, _ what: String) throws(StorageFailure) {
        guard faccessat(AT_FDCWD, path, mode, Int32(AT_EACCESS)) != 0 else { return }
        throw StorageFailure(
            .failed,
            """
            \(self.path) \(what): \(path): \(SystemError.last.text); SQLite has files beside it, so its directory has to be \
            writable
            """)
    }

    /// Checks that no files are beside a missing database: SQLite would take them for parts of a new one.
    private func checkNothingIsLeft() throws(StorageFailure) {
        let isGoing = try attempt("could not be created") { () throws(SystemError) -> Bool in
            try isBeingRemoved()
        }
        if !isGoing { try checkBesideNew() }
        for beside in [wal, journal] where !isGoing {
            let left = try attempt("could not be created") { () throws(SystemError) -> stat? in
                try System.status(of: beside, followingLinks: false)
            }
            guard let left, left.st_size > 0 else { continue }
            throw StorageFailure(
                .failed,
                "\(path) could not be created: \(beside) is there, which has a part of what a file at that path held")
        }
    }

    private func checkSpace(_ bytes: Int, _ what: String) throws(StorageFailure) {
        var system = statvfs()
        // The free room is unknown if the system does not report it.
        guard statvfs(directory, &system) == 0, system.f_blocks > 0 else { return }
        let blocks = geteuid() == 0 ? system.f_bfree : system.f_bavail
        let (free, isOver) = UInt64(blocks).multipliedReportingOverflow(by: UInt64(system.f_frsize))
        let hasNode = system.f_files == 0 || system.f_ffree > 0
        if hasNode, isOver || free >= UInt64(bytes) { return }
        throw StorageFailure(.failed, "\(path) \(what): the disk is full")
    }
}
