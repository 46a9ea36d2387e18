import Adit
import NIOHTTP1

/// Who may use the server by HTTP.
struct HTTPAccess: Sendable {
    /// Whoever has it is a client.
    let token: Token
    /// The origins of pages that may use it, such as `https://example.com`.
    let origins: [ByteString]
    /// Whether clients have the authority of a host, and come from a page that this server has sent.
    var isOfOwnPage = false

    /// Why a request is not answered; nil if it is.
    ///
    /// The token is in `Authorization: Bearer`, or, as a browser's `WebSocket` and `EventSource` send no headers of a page, in
    /// the query. A request of a page has an `Origin`; those of other programs have none.
    func refusal(of request: HTTPRequest) -> HTTPResponseStatus? {
        if let origin = request.origin, !origins.contains(origin), !isOfOwnPage || origin != request.ownOrigin {
            return .forbidden
        }
        return token.isSame(as: request.bearer ?? request.query["token"] ?? "") ? nil : .unauthorized
    }

    /// What a page needs to read the answer, if its origin is allowed.
    func headers(for request: HTTPRequest) -> [(String, String)] {
        guard let origin = request.origin, origins.contains(origin) else { return [] }
        return [("access-control-allow-origin", origin.string), ("vary", "origin")]
    }
}

/// A request's head, and its parts.
///
/// What a peer without a token has sent is compared by its bytes. A URI is ASCII: NIO refuses others.
struct HTTPRequest {
    let head: HTTPRequestHead
    let path: String
    private(set) var query: [String: String] = [:]

    init(_ head: HTTPRequestHead) {
        self.head = head
        let parts = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = String(parts.first ?? "")
        guard parts.count == 2 else { return }
        for pair in parts[1].split(separator: "&") {
            let words = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            // Neither tokens nor names of clients have characters that are encoded in a query.
            query[String(words[0])] = words.count == 2 ? String(words[1]) : ""
        }
    }

    /// The origin of the page that sends it; nil if it is of no page.
    fileprivate var origin: ByteString? { head.headers.first(name: "origin").map { ByteString($0) } }

    /// The origin of pages that this server has sent; nil if the request was not for the loopback interface.
    fileprivate var ownOrigin: ByteString? {
        guard let host = head.headers.first(name: "host"),
            ["127.0.0.1:", "localhost:"].contains(where: { host.utf8.starts(with: $0.utf8) })
        else { return nil }
        return ByteString("http://\(host)")
    }

    fileprivate var bearer: String? {
        guard let words = head.headers.first(name: "authorization")?.parts(between: " "), words.count == 2,
            ByteString(words[0].string.lowercased()) == "bearer"
        else { return nil }
        return words[1].string
    }

    /// Whether it waits for an answer before it sends its body.
    var expectsContinue: Bool {
        let expected = head.headers.first(name: "expect").map { ByteString($0.lowercased()) }
        return head.version == .http1_1 && expected == "100-continue"
    }

    /// In bytes; nil if it is not known.
    var bodyLength: Int? { head.headers.first(name: "content-length").flatMap { Int($0) } }

    /// Whether the connection is to speak another protocol from now on.
    var isUpgrade: Bool { head.method == .CONNECT || head.headers.contains(name: "upgrade") }

    /// Whether it is to become a WebSocket. NIO's parser must see an upgrade as well, so that it leaves the frames behind the
    /// request: of white space, it allows only spaces around the words of `Connection`.
    var isWebSocketHandshake: Bool {
        let options = head.headers["connection"].flatMap { $0.lowercased().parts(between: ",") }
        return options.contains { $0.string.parts(between: " ") == ["upgrade"] }
            && head.headers[canonicalForm: "upgrade"].contains { ByteString($0.lowercased()) == "websocket" }
            && head.headers["sec-websocket-version"].map { ByteString($0) } == ["13"]
    }
}

extension String {
    /// The parts that are not empty.
    fileprivate func parts(between separator: Unicode.Scalar) -> [ByteString] {
        utf8.split(separator: UInt8(ascii: separator)).map { ByteString(String(Substring($0))) }
    }
}
