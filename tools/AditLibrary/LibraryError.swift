import Glibc

/// Why a library cannot be loaded: where it was looked for, and what to do.
public struct LibraryError: Error, CustomStringConvertible {
    /// The reason, with the library's path.
    public let text: String
    public var description: String { text }

    package init(_ text: String) { self.text = text }

    /// - Parameter reason: what `dlerror` says.
    init(_ reason: String, loading path: String) {
        guard reason.hasPrefix("\(path): cannot open shared object file: No such file") else {
            text = reason
            return
        }
        let buffer = getcwd(nil, 0)
        defer { free(buffer) }
        let folder = buffer.map { String(cString: $0) } ?? "."
        if path.utf8.contains(UInt8(ascii: "/")) {
            let place = path.hasPrefix("/") ? path : "\(folder)/\(path)"
            text = """
                \(path): there is no such file; it was looked for at \(place). Give the path of an Adit library; \
                scripts/build makes build/lib/libadit_cores.so
                """
        } else {
            let folders = getenv("LD_LIBRARY_PATH").map { String(cString: $0) } ?? "not set"
            text = """
                \(path): there is no such library in \(folder), in LD_LIBRARY_PATH (\(folders)) and in the folders of \
                the system (ldconfig -p). Give its path, or add its folder to LD_LIBRARY_PATH
                """
        }
    }
}
