import AditJSON
import AditState

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
            let status = try attempt(what) { () throws(SystemError) -> FileStatus? in
                try FileStatus.ifPresent(beside, followingLinks: false)
            }
            if status == nil {
                try checkAccess(to: directory, isDirectory: true, what)
            } else if isThere {
                try checkAccess(to: beside, isDirectory: false, what)
            }
        }
        if !isThere {
            let isGoing = try attempt(what) { () throws(SystemError) in try isBeingRemoved() }
            if !isGoing { try checkNothingIsLeft() }
        }
        if FileSystem.hasRoom(for: Self.leastBytes + bytes, in: directory) { return }
        throw StorageFailure(.failed, "\(path) \(what): the disk is full")
    }

    private func checkAccess(to path: String, isDirectory: Bool, _ what: String) throws(StorageFailure) {
        do { try FileSystem.checkAccess(to: path, isDirectory: isDirectory) } catch {
            throw StorageFailure(
                .failed,
                """
                \(self.path) \(what): \(path): \(error.text); SQLite has files beside it, so its directory has to be \
                writable
                """)
        }
    }
}
