import CLinux
import Glibc

/// Opens a descriptor with a number above 2.
///
/// If standard input, output or error is closed, the system gives its number to the next file that is opened, and the
/// next line to standard error is written into that file. SQLite avoids this in the same way (`robust_open` of
/// os_unix.c): for its own files, it opens `/dev/null` under these numbers.
///
/// - Parameter open: the system call. If it returns a number up to 2, that descriptor is duplicated and closed at once,
///   which releases this process's POSIX locks on the file.
package func openDescriptor(_ open: () -> Int32) throws(SystemError) -> Int32 {
    let first = try systemCall(open)
    guard first <= STDERR_FILENO else { return first }
    defer { close(first) }
    return try systemCall { fcntl(first, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) }
}

/// Returns the names of the entries of a directory, including `.` and `..`.
///
/// - Parameter descriptor: a descriptor of the directory, which is closed.
package func entries(ofDirectory descriptor: Int32) throws(SystemError) -> [String] {
    guard let stream = fdopendir(descriptor) else {
        let error = SystemError.last
        close(descriptor)
        throw error
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
        names.append(
            withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names
}

/// Returns an absolute path for a path that begins at the working directory, without resolving links. The path itself if
/// it is absolute, or if the working directory is gone.
package func absolutePath(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    guard let directory = getcwd(nil, 0) else { return path }
    defer { free(directory) }
    let start = String(cString: directory)
    return start.hasSuffix("/") ? start + path : "\(start)/\(path)"
}
