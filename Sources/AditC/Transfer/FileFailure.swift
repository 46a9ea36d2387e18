import Adit
import AditJSON
import Glibc

extension StorageFailure {
    /// The system could not do something with a file.
    ///
    /// - Parameter number: what `errno` said.
    static func file(_ path: String, _ what: String, _ number: Int32) -> StorageFailure {
        StorageFailure(.failed, "\(path) \(what): \(String(cString: strerror(number)))")
    }

    /// Something is there that is no file of this kind.
    static func file(_ path: String, found: String) -> StorageFailure {
        StorageFailure(.failed, "\(path): found \(found); the path of a regular file is expected")
    }
}

/// Calls a function of the system again as long as signals interrupt it.
///
/// - Throws: the `errno` of its failure.
@discardableResult
func call(_ body: () -> Int) throws(Errno) -> Int {
    while true {
        let result = body()
        if result >= 0 { return result }
        if errno != EINTR { throw Errno(number: errno) }
    }
}

struct Errno: Error {
    let number: Int32
}
