import Glibc

/// An error of the system, in its words.
struct SystemError: Error, CustomStringConvertible {
    let code: Int32
    var description: String { String(cString: strerror(code)) }

    /// The error of the last call.
    init() { code = errno }
    init(_ code: Int32) { self.code = code }
}

/// Files, as a whole.
enum File {
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    static func checkExists(_ path: String) throws(Failure) {
        guard exists(path) else { throw Failure(.misuse, "\(path): No such file or directory") }
    }

    /// Whether there is anything by that name, also a link to nothing.
    static func isTaken(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Returns the folder of a file, and its name in it.
    static func parts(of path: String) -> (folder: String, name: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
        let name = String(path[path.utf8.index(after: slash)...])
        return (slash == path.startIndex ? "/" : String(path[..<slash]), name)
    }

    /// Checks that a file can be created, before the work of which it gets the result.
    static func checkIsNew(_ path: String) throws(Failure) {
        guard !isTaken(path) else { throw Failure(.misuse, "\(path) is there already; a new file is expected") }
        guard access(parts(of: path).folder, W_OK | X_OK) == 0 else {
            throw Failure(.misuse, "\(path) could not be created: \(SystemError())")
        }
    }

    /// The size in bytes; 0 if there is no file.
    static func size(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Returns the content of a file; `-` is standard input.
    ///
    /// - Parameter limit: the most bytes to read: one byte more is returned of a longer file.
    static func bytes(of path: String, limit: Int = .max) throws(SystemError) -> [UInt8] {
        let file = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw SystemError() }
        defer { if file != STDIN_FILENO { close(file) } }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= limit {
            let count = read(file, &chunk, chunk.count)
            if count == 0 { break }
            if count > 0 { bytes += chunk[..<count] } else if errno != EINTR { throw SystemError() }
        }
        return bytes
    }

    /// Returns the content of a file that a command line names, as ``bytes(of:limit:)`` does.
    ///
    /// - Throws: ``Failure`` with the path.
    static func contents(of path: String, limit: Int = .max) throws(Failure) -> [UInt8] {
        do throws(SystemError) { return try bytes(of: path, limit: limit) } catch {
            throw Failure(.misuse, "\(path): \(error)")
        }
    }

    /// Writes a text to a file, which has its previous content, or all of the text; in a folder where it cannot be replaced,
    /// it is written in place.
    static func write(_ text: String, to path: String) throws(SystemError) {
        var status = stat()
        let isThere = stat(path, &status) == 0
        guard isThere ? status.st_mode & S_IFMT == S_IFREG : !isTaken(path) else {
            // A device, a pipe or a link to nothing is not replaced.
            return try write(text, to: path, O_TRUNC)
        }
        let target = Folder.real(path) ?? path
        let part = "\(parts(of: target).folder)/.adit-\(getpid())"
        do throws(SystemError) {
            try write(text, to: part, O_EXCL)
            if isThere, chmod(part, status.st_mode & 0o7777) != 0 { throw SystemError() }
            if rename(part, target) != 0 { throw SystemError() }
        } catch {
            unlink(part)
            guard isThere, [EACCES, EPERM, EROFS].contains(error.code) else { throw error }
            try write(text, to: target, O_TRUNC)
        }
    }

    private static func write(_ text: String, to path: String, _ options: Int32) throws(SystemError) {
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | options, 0o666)
        guard file >= 0 else { throw SystemError() }
        do throws(SystemError) { try write(text, to: file) } catch {
            close(file)
            throw error
        }
        guard close(file) == 0 else { throw SystemError() }
    }

    static func write(_ text: String, to file: Int32) throws(SystemError) {
        try text.utf8.span.withUnsafeBytes { (bytes) throws(SystemError) in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Glibc.write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0, errno != EINTR { throw SystemError() }
                rest = rest.dropFirst(max(count, 0))
            }
        }
    }
}

extension String {
    /// The path as a word of a command line that a shell reads.
    var shellQuoted: String {
        let isPlain = utf8.allSatisfy { byte in
            byte | 0x20 &- 0x61 < 26 || byte &- 0x30 < 10 || "/._-+@%,:=".utf8.contains(byte)
        }
        if isPlain, !isEmpty { return self }
        return "'" + unicodeScalars.map { $0 == "'" ? #"'\''"# : String($0) }.joined() + "'"
    }
}
