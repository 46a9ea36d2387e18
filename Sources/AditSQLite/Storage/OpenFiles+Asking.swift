import AditState
import Glibc

extension SQLiteStorage {
    /// Returns whether a path leads to the file of a store that this process has open, or to a file beside one. Opening
    /// and closing it would release SQLite's locks (``OpenFiles``). Any thread.
    package static func hasOpen(_ path: String) -> Bool {
        let besides = ["-wal", "-shm", "-head", "-journal"].filter(path.hasSuffix).map {
            String(path.dropLast($0.count))
        }
        return OpenFiles.shared.lock.withLock {
            ([path] + besides).contains { path in
                var status = stat()
                return stat(path, &status) == 0 && OpenFiles.shared.contains(FileIdentity(status))
            }
        }
    }
}
