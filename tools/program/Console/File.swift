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

    /// Returns the text of a file.
    ///
    /// - Throws: ``Failure`` with the path, if it cannot be read or is not UTF-8.
    static func text(of path: String) throws(Failure) -> String {
        var bytes: [UInt8] = []
        do throws(SystemError) { bytes = try File.bytes(of: path) } catch {
            throw Failure(.misuse, "\(path): \(error)")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(.misuse, "\(path): found bytes that are not UTF-8")
        }
        return text
    }

    static func write(_ text: String, to path: String) throws(SystemError) {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
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
