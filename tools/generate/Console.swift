import Glibc

/// Standard output, standard error, and files.
enum Console {
    /// Opens `/dev/null`, for reading, in place of each standard stream that is closed: its number would be that of the next
    /// file, and what is written to standard error would be in the output.
    static func openStreams() {
        for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) < 0 {
            if open("/dev/null", O_RDONLY) < 0 { return }
        }
    }

    static func complain(_ text: String) {
        _ = write("adit-generate: " + text + "\n", 2)
    }

    /// - Returns: whether all of it was written; if not, the reason has been printed.
    static func print(_ text: String) -> Bool {
        let good = write(text, 1)
        if !good { complain("standard output: " + String(cString: strerror(errno))) }
        return good
    }

    /// - Returns: whether all of it was written; if not, the reason has been printed.
    static func write(_ text: String, to path: String) -> Bool {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        let good = file >= 0 && write(text, file)
        let code = errno
        if file >= 0, close(file) == 0, good { return true }
        complain("\(path): " + String(cString: strerror(good ? errno : code)))
        return false
    }

    private static func write(_ text: String, _ file: Int32) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)[...]
            while !rest.isEmpty {
                let count = Glibc.write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0, errno != EINTR { return false }
                rest = rest.dropFirst(max(count, 0))
            }
            return true
        }
    }
}
