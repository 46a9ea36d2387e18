import Glibc

/// Where the program is, and what is installed with it.
enum Programs {
    /// Returns the folder of this program, without a link.
    static func folder() throws(Failure) -> String {
        guard let path = realpath("/proc/self/exe", nil) else {
            throw Failure(.misuse, "/proc/self/exe: \(SystemError())")
        }
        defer { free(path) }
        let text = String(cString: path)
        return String(text[..<(text.lastIndex(of: "/") ?? text.startIndex)])
    }
}
