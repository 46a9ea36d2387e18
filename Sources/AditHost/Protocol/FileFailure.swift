import Adit
import AditJSON
import AditState
import Glibc

extension StorageFailure {
    /// A system call on a file failed.
    ///
    /// - Parameter number: the value of `errno`.
    static func file(_ path: String, _ what: String, _ number: Int32) -> StorageFailure {
        let kind: Kind = [EMFILE, ENFILE, ENOMEM].contains(number) ? .resources : .failed
        return StorageFailure(kind, "\(path) \(what): \(String(cString: strerror(number)))")
    }

    /// A file exists, and the message does not allow its replacement.
    static func isThere(_ path: String) -> StorageFailure {
        StorageFailure(.failed, "\(path) is there already; a path where nothing is, or \"replace\": true, is expected")
    }

    /// The path exists, but not as a regular file that may be used.
    static func file(_ path: String, found: String) -> StorageFailure {
        StorageFailure(.failed, "\(path): found \(found); the path of a regular file is expected")
    }
}
