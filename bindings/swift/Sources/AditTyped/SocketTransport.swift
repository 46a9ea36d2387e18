import Foundation

/// A connection to `adit serve` by its Unix socket: a core that it opens there, or one that is there. A thread reads.
public final class SocketTransport: Transport, @unchecked Sendable {
    private let descriptor: Int32
    private let core: String
    private let opens: Bool
    /// The end of each line to the core or of it.
    private let end: String
    private let lock = NSLock()
    /// Bytes that have arrived, behind the last line. One thread at a time.
    private var input: [UInt8] = []

    /// Connects.
    ///
    /// - Parameters:
    ///   - path: of the socket.
    ///   - core: the name of the core.
    ///   - opens: false to use a core that is open, or that is opened for whoever asks for it.
    /// - Throws: ``RequestError`` `esocket`.
    public init(path: String, core: String, opens: Bool = true) throws {
        guard !core.isEmpty, !core.unicodeScalars.contains(where: { $0 == "\"" || $0 == "\\" || $0.value < 32 }) else {
            throw RequestError(
                code: "ecore",
                message: "the name of a core has no quotes, backslashes and control characters; found \(core)")
        }
        (self.core, self.opens, end) = (core, opens, ",\"@core\":\"\(core)\"}")
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard descriptor >= 0, bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw RequestError(
                code: "esocket", message: "the socket \(path): its path is too long, or no descriptor is left")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else {
            throw RequestError(
                code: "esocket", message: "no server listens at \(path): \(String(cString: strerror(errno)))")
        }
    }

    // The reader keeps this until the connection ends.
    deinit { if descriptor >= 0 { _ = Foundation.close(descriptor) } }

    /// Opens the core, and begins to read.
    public func open(app: String, config: String, receive: @escaping @Sendable (String?) -> Void) throws {
        _ = try answer { $0["@ready"] != nil }
        if opens {
            let app = try write(JSONValue.text(app))
            try sendLine("{\"@open\":{\"core\":\"\(core)\",\"app\":\(app),\"config\":\(config)},\"@id\":\"open\"}")
            _ = try answer { $0["@opened"]?["core"]?.text == core }
        } else {
            try check(app: app, config)
        }
        let reader = Thread { [weak self] in
            // What the reader needs is kept only while there is something to hear.
            while let line = self?.nextLine() {
                guard let end = self?.end, line.hasSuffix(end) else { continue }
                receive(line.dropLast(end.count) + "}")
            }
            receive(nil)
        }
        reader.name = "adit socket"
        reader.start()
    }

    /// Compares the catalog of a core that was opened by another one.
    private func check(app: String, _ config: String) throws {
        guard let expected = (try read(config) as JSONValue)["expects"]?.text else { return }
        try sendLine("{\"@catalog\":{\"app\":\(write(JSONValue.text(app)))},\"@id\":\"open\"}")
        let found = try answer { $0["@catalog"] != nil }["@catalog"]?["catalog"]?["hash"]?.text ?? "none"
        guard found == expected else {
            throw RequestError(
                code: "econfig",
                message:
                    "expects: the catalog of \(app) has the hash \(found); one with the hash \(expected) is expected")
        }
    }

    public func send(_ text: String) throws {
        // The server takes the name off again.
        try sendLine(text.dropLast() + end)
    }

    public func close() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    private func sendLine(_ text: String) throws {
        var rest = Array((text + "\n").utf8)[...]
        // Whole lines, one after the other.
        try lock.withLock {
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes {
                    Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    throw RequestError(code: "eclosed", message: "the connection to the server has ended")
                }
                rest = rest.dropFirst(count)
            }
        }
    }

    /// Reads until a line answers.
    ///
    /// - Throws: ``RequestError`` if the server refuses, or ends the connection.
    private func answer(_ isAnswer: (JSONValue) -> Bool) throws -> JSONValue {
        while let line = nextLine() {
            let message: JSONValue = try read(line)
            if let refused = message["@refused"] {
                throw RequestError(code: refused["code"]?.text ?? "", message: refused["message"]?.text ?? "")
            }
            if isAnswer(message) { return message }
        }
        throw RequestError(code: "eclosed", message: "the connection to the server has ended")
    }

    /// Waits for the next line; nil at the end.
    private func nextLine() -> String? {
        var scanned = 0
        while true {
            if let end = input[scanned...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { input.removeSubrange(...end) }
                return String(decoding: input[..<end], as: UTF8.self)
            }
            scanned = input.count
            let count = withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
                let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
                if count > 0 { input += UnsafeRawBufferPointer(rebasing: buffer[..<count]) }
                return count
            }
            if count == 0 || count < 0 && errno != EINTR { return nil }
        }
    }
}
