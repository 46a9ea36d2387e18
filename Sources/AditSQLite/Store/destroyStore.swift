import AditJSON
import AditState

/// Removes the file of a store with SQLite's files beside it and the copies from before migrations. Does nothing
/// without such a file.
///
/// - Parameter path: as in `createStore`.
/// - Throws: ``StorageFailure``: `locked` if the store is open, `schema` if the file is not a store, which is left
///   unchanged, `failed` if the system refuses.
public func destroyStore(pathInDocuments path: String) throws(StorageFailure) {
    let given = try AditSQLite.path(inDocuments: path, making: false)
    do {
        if try FileStatus.ifPresent(parent(of: given)) == nil { return }
    } catch {
        throw StorageFailure(.failed, "\(given) could not be removed: \(error.text)")
    }
    let path = try StorePath(given)
    let lock = try FileLock.acquire(path, creating: nil)
    defer { withExtendedLifetime(lock) {} }
    if let lock {
        let bytes = try path.attempt("could not be removed") { () throws(SystemError) in
            try lock.descriptor.prefix(FileHeader.count)
        }
        guard !bytes.isEmpty, FileHeader(bytes).isBeginning else {
            throw StorageFailure(.schema, "\(path.path) is no store of Adit's, and is not removed")
        }
    }
    try path.attempt("could not be removed") { () throws(SystemError) in
        if lock != nil {
            // A file of that name that is not a store must not be removed.
            if try FileStatus.ifPresent(path.gone, followingLinks: false) != nil, try !path.isBeingRemoved() {
                throw .exists
            }
            // From here on, the store does not exist; only the files beside it remain.
            try FileSystem.rename(path.path, to: path.gone)
            try FileSystem.synchronize(directory: path.directory)
        }
        if try path.isBeingRemoved() { try path.finishRemoval() }
        for backup in try FileSystem.names(in: path.directory) where path.isBackup(backup) {
            try FileSystem.removeIfPresent("\(path.directory)/\(backup)")
        }
        try FileSystem.synchronize(directory: path.directory)
    }
}

extension StorePath {
    /// Returns whether a file of the directory is a copy from before a migration, or an incomplete one.
    fileprivate func isBackup(_ name: String) -> Bool {
        // By bytes: a store whose name is spelled in another way is another one.
        let prefix = (path + ".backup-v").utf8.dropFirst(directory == "/" ? 1 : directory.utf8.count + 1)
        guard name.utf8.starts(with: prefix) else { return false }
        let rest = Substring(name.utf8.dropFirst(prefix.count))
        return Int(rest.hasSuffix("-new") ? rest.dropLast(4) : rest) != nil
    }
}
