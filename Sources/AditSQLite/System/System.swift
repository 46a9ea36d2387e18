import AditJSON
import AditState
import Glibc

extension SystemError {
    /// The kind of the resulting failure.
    var kind: StorageFailure.Kind {
        switch number {
        case EAGAIN: .locked
        case EMFILE, ENFILE, ENOMEM: .resources
        default: .failed
        }
    }
}

/// The system calls for a store's file.
enum System {
    /// Opens a file under a number above 2 (`openDescriptor`).
    static func open(_ path: String, _ flags: Int32, mode: mode_t = 0) throws(SystemError) -> Int32 {
        try openDescriptor { Glibc.open(path, flags | O_CLOEXEC, mode) }
    }

    /// Returns the status of a file; nil if it does not exist.
    static func status(of path: String, followingLinks: Bool = true) throws(SystemError) -> stat? {
        var status = stat()
        do throws(SystemError) {
            try systemCall { followingLinks ? stat(path, &status) : lstat(path, &status) }
        } catch {
            if error.number == ENOENT { return nil }
            throw error
        }
        return status
    }

    static func isThere(_ path: String) throws(SystemError) -> Bool { try status(of: path) != nil }

    static func status(of descriptor: Int32) throws(SystemError) -> stat {
        var status = stat()
        try systemCall { fstat(descriptor, &status) }
        return status
    }

    static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = try systemCall { rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) } }
            rest = rest.dropFirst(count)
        }
    }

    /// Returns the first `count` bytes of a file, or all bytes of a shorter one.
    static func head(of descriptor: Int32, count: Int) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var got = 0
        while got < count {
            let more = try systemCall {
                bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress! + got, count - got, off_t(got)) }
            }
            if more == 0 { break }
            got += more
        }
        return Array(bytes.prefix(got))
    }

    static func synchronize(_ descriptor: Int32) throws(SystemError) { try systemCall { fsync(descriptor) } }

    /// Syncs a directory, so that created, renamed and removed files survive a loss of power.
    static func synchronize(directory path: String) throws(SystemError) {
        let descriptor = try open(path, O_RDONLY | O_DIRECTORY)
        defer { close(descriptor) }
        try synchronize(descriptor)
    }

    /// Removes a file.
    ///
    /// - Returns: false if it did not exist.
    @discardableResult
    static func remove(_ path: String) throws(SystemError) -> Bool {
        do throws(SystemError) {
            try systemCall { unlink(path) }
            return true
        } catch {
            if error.number == ENOENT { return false }
            throw error
        }
    }

    /// Returns a path without symbolic links and dots.
    static func realPath(_ path: String) throws(SystemError) -> String {
        guard let real = realpath(path, nil) else { throw .last }
        defer { free(real) }
        return String(cString: real)
    }
}

extension System {
    /// Returns the names of the files in a directory.
    static func names(in directory: String) throws(SystemError) -> [String] {
        try entries(ofDirectory: open(directory, O_RDONLY | O_DIRECTORY))
    }
}
