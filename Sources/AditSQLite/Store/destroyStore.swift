import AditJSON
import AditState
import Glibc

/// Removes the file of a store with SQLite's files beside it and the copies from before migrations. Does nothing
/// without such a file.
///
/// - Parameter path: as in `createStore`.
/// - Throws: ``StorageFailure``: `locked` if the store is open, `schema` if the file is no store, which is left
///   unchanged, `failed` if the system refuses.
public func destroyStore(pathInDocuments path: String) throws(StorageFailure) {
    let given = try AditSQLite.path(inDocuments: path, making: false)
    let parent = given.lastIndex(of: "/").map { String(given[..<$0]) } ?? "."
    do {
        if try System.status(of: parent.isEmpty ? "/" : parent) == nil { return }
    } catch {
        throw StorageFailure(.failed, "\(given) could not be removed: \(error.text)")
    }
    let path = try StorePath(given)
    let lock = try FileLock.acquire(path, creating: nil)
    defer { withExtendedLifetime(lock) {} }
    if let lock {
        let bytes = try path.attempt("could not be removed") { () throws(SystemError) in
            try System.head(of: lock.descriptor, count: FileHeader.count)
        }
        guard !bytes.isEmpty, FileHeader(bytes).isBeginning else {
            throw StorageFailure(.schema, "\(path.path) is no store of Adit's, and is not removed")
        }
    }
    try path.attempt("could not be removed") { () throws(SystemError) in
        if lock != nil {
            // A file of that name that is no store must not be removed.
            if try System.status(of: path.gone, followingLinks: false) != nil, try !path.isBeingRemoved() {
                throw SystemError(number: EEXIST)
            }
            // From here on, the store does not exist; only the files beside it remain.
            try systemCall { rename(path.path, path.gone) }
            try System.synchronize(directory: path.directory)
        }
        if try path.isBeingRemoved() { try path.finishRemoval() }
        for backup in try System.names(in: path.directory) where path.isBackup(backup) {
            try System.remove("\(path.directory)/\(backup)")
        }
        try System.synchronize(directory: path.directory)
    }
}

extension StorePath {
    /// Returns whether a file of the directory is a copy from before a migration, or an incomplete one.
    fileprivate func isBackup(_ name: String) -> Bool {
        let prefix = path.dropFirst(directory == "/" ? 1 : directory.count + 1) + ".backup-v"
        guard name.hasPrefix(prefix) else { return false }
        let rest = name.dropFirst(prefix.count)
        return Int(rest.hasSuffix("-new") ? rest.dropLast(4) : rest) != nil
    }
}
