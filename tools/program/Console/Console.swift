import Glibc

/// Standard output and standard error. Texts are written at once, so that both are in order where they go to one place.
enum Console {
    /// Opens `/dev/null`, for reading, in place of each standard stream that is closed: its number would be that of the
    /// next file, and what is written to standard error would be in it.
    static func openStreams() {
        for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) < 0 {
            if open("/dev/null", O_RDONLY) < 0 { return }
        }
    }

    /// Has letters of any language known as letters, also where no locale is set.
    static func setLocale() {
        if setlocale(LC_CTYPE, "C.UTF-8") == nil { setlocale(LC_CTYPE, "") }
    }

    /// Prints a text to standard output, as it is.
    ///
    /// - Throws: ``Failure`` if not all of it was written.
    static func write(_ text: String) throws(Failure) {
        do throws(SystemError) { try File.write(text, to: STDOUT_FILENO) } catch {
            throw Failure(.failed, "standard output: \(error)")
        }
    }

    /// Prints a line to standard output.
    static func print(_ line: String) throws(Failure) { try write(line + "\n") }

    /// Prints a line to standard error. Nothing is left to do if that fails.
    static func complain(_ line: String) { try? File.write(line + "\n", to: STDERR_FILENO) }

    /// The value of a variable of the environment; nil if it is empty, or not set.
    static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether a stream is a terminal on which colours and progress are wanted.
    static func isTerminal(_ stream: Int32) -> Bool {
        isatty(stream) == 1 && variable("TERM") != "dumb"
    }

    /// The columns of the terminal; nil if the output goes elsewhere.
    static var width: Int? { size.map { Int($0.ws_col) }.flatMap { $0 > 0 ? $0 : nil } }

    /// The rows of the terminal; nil if the output goes elsewhere.
    static var height: Int? { size.map { Int($0.ws_row) }.flatMap { $0 > 0 ? $0 : nil } }

    private static var size: winsize? {
        var size = winsize()
        return isatty(STDOUT_FILENO) == 1 && ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
    }
}
