import AditLibrary
import ArgumentParser
import Glibc
import NIOCore

/// The first line of a server at a Unix socket: `@ready`, which says whether its clients are trusted, and which cores it has.
struct ServerGreeting {
    private let path: String
    private let ready: JSONValue

    /// How long the line is waited for, in seconds.
    private static let patience = 10

    /// Connects to the server, reads the line, and disconnects.
    ///
    /// - Throws: ``SystemError`` or `ValidationError` if no server listens there, or it is not `adit serve`.
    init(at path: String) throws {
        self.path = path
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw SystemError(path) }
        defer { close(descriptor) }
        var patience = timeval(tv_sec: ServerGreeting.patience, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout.size(ofValue: patience)))
        }
        // The time to send is that to connect as well, if the queue of the server is full.
        guard let place = try? SocketAddress(unixDomainSocketPath: path) else {
            throw SystemError(path, number: ENAMETOOLONG)
        }
        guard place.withSockAddr({ connect(descriptor, $0, socklen_t($1)) }) == 0 else {
            throw ValidationError("\(SystemError(path)); the socket of a running adit serve is expected")
        }
        let line = try ServerGreeting.line(from: descriptor, path)
        let message = line.withUnsafeBytes { try? JSONValue(parsing: $0) }
        if let refusal = message?["@refused"]?["message"]?.string { throw ValidationError("\(path): \(refusal)") }
        guard let ready = message?["@ready"] else {
            throw ValidationError("\(path) is no socket of adit serve: its first line is not @ready")
        }
        self.ready = ready
    }

    private static func line(from descriptor: Int32, _ path: String) throws -> ArraySlice<UInt8> {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        // The names of apps and cores.
        while bytes.count < 1 << 24 {
            let count = read(descriptor, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let reason = count == 0 ? "it has ended" : "it said nothing for \(patience) s"
                throw ValidationError("\(path): found no answer of adit serve; \(reason)")
            }
            bytes += piece[..<count]
            if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) { return bytes[..<end] }
        }
        return bytes[...]
    }

    /// Checks that a page of the server can show a core.
    ///
    /// - Parameter core: its name; nil for the first one, which may not be open yet.
    func check(core: String?) throws {
        guard ready["trusted"]?.bool == true else {
            throw ValidationError(
                """
                the clients of \(path) are untrusted; a socket of adit serve --trusted-unix, or of --unix with --trust is \
                expected
                """)
        }
        let cores = ready["cores"]?.object ?? JSONValue.Object()
        guard let core, cores[core] == nil else { return }
        let names = cores.isEmpty ? "none" : cores.map(\.key).joined(separator: ", ")
        throw ValidationError("--core: the server at \(path) has no core \"\(core)\"; it has \(names)")
    }
}
