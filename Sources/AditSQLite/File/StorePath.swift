import AditJSON
import AditState

/// The path of a store's file, and the paths of the files beside it.
package struct StorePath {
    /// Absolute, without symbolic links.
    package let path: String
    let directory: String

    /// SQLite's files: the write-ahead log, and the log's index.
    var wal: String { path + "-wal" }
    var shm: String { path + "-shm" }
    /// The mark of the last commit (``HeadFile``).
    var head: String { path + "-head" }
    /// The file during its creation.
    var new: String { path + "-new" }
    /// The file during its removal.
    var gone: String { path + "-gone" }
    /// Returns the path of the copy from before the migration of a version.
    func backup(of version: Int) -> String { "\(path).backup-v\(version)" }

    /// Resolves links, so that a file has one name: SQLite derives the names of its files from it.
    package init(_ given: String) throws(StorageFailure) {
        guard !given.isEmpty, !given.utf8.contains(0) else {
            throw StorageFailure(.failed, "\"\(given)\" is no path of a file; a store needs one")
        }
        do {
            if try FileStatus.ifPresent(given) != nil {
                path = try FileSystem.realPath(given)
                directory = parent(of: path)
                return
            }
        } catch {
            throw StorageFailure(error.kind, "\(given) could not be opened: \(error.text)")
        }
        if (try? FileStatus.ifPresent(given, followingLinks: false)) ?? nil != nil {
            throw StorageFailure(
                .failed, "\(given) could not be opened: it is a symbolic link to a file that is not there")
        }
        // By bytes: with a combining mark behind it, a slash is part of another character.
        let start = given.utf8.lastIndex(of: UInt8(ascii: "/")).map(given.utf8.index(after:)) ?? given.startIndex
        let (parent, name) = (String(given[..<start]), String(given[start...]))
        guard !["", ".", ".."].contains(name) else {
            throw StorageFailure(.failed, "\(given) is no path of a file; a store needs one")
        }
        do {
            directory = try FileSystem.realPath(parent.isEmpty ? "." : parent)
        } catch {
            throw StorageFailure(
                .failed, "\(given) could not be created: its directory could not be opened: \(error.text)")
        }
        path = directory == "/" ? "/\(name)" : "\(directory)/\(name)"
    }
}

/// Returns the directory of an absolute path.
func parent(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
}
