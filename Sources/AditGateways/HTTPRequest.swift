import Adit

/// A request to a server.
@Model
public struct HTTPRequest: Equatable, Sendable {
    /// The method.
    public var method: HTTPMethod = .get
    /// The absolute URL, `http` or `https`, without a user and a password.
    public var url: String
    /// Header fields by their names. The host sets `Host`, `Content-Length` and the like.
    public var headers: [String: String] = [:]
    /// The value of `Authorization`, which is masked in journals and logs, and not sent to another origin by a redirect.
    public var authorization: Secret<String>?
    /// The body; nil for none.
    public var body: Content?
    /// The time for all of it, redirects and attempts included.
    public var timeout: Duration = .seconds(30)
    /// How often it may be sent if the server cannot be reached, does not answer, or answers 429, 502, 503 or 504. More than
    /// 1 needs a method that is idempotent (RFC 9110, 9.2.2), or an ``idempotencyKey``.
    public var attempts = 1
    /// The value of `Idempotency-Key`, by which a server recognizes a request that is sent again.
    public var idempotencyKey: String?
    /// The form of the response's body.
    public var form: ContentForm = .text
    /// The most bytes of the response's body, if that is less than the host's limit.
    public var limit: Int?
}

/// The method of a request.
@Model
public enum HTTPMethod: String, Equatable, Sendable {
    /// Reads. Idempotent.
    case get = "GET"
    /// Reads the head alone. Idempotent.
    case head = "HEAD"
    /// Makes something, or does it.
    case post = "POST"
    /// Puts something to a place. Idempotent.
    case put = "PUT"
    /// Changes a part.
    case patch = "PATCH"
    /// Removes. Idempotent.
    case delete = "DELETE"
    /// Asks what is possible. Idempotent.
    case options = "OPTIONS"
}

extension HTTPRequest {
    /// Creates a request; its other parts are set afterwards.
    ///
    /// - Parameters:
    ///   - method: the method.
    ///   - url: the absolute URL.
    ///   - body: the body; nil for none.
    public init(_ method: HTTPMethod = .get, _ url: String, body: Content? = nil) {
        (self.method, self.url, self.body) = (method, url, body)
    }
}

/// The response of a server, whatever its status is.
@Model
public struct HTTPResponse: Equatable, Sendable {
    /// The status, such as 200.
    public var status: Int
    /// The URL that was answered, after redirects.
    public var url: String = ""
    /// Header fields by their names in lower case. Several of one name are joined by `", "`, and `set-cookie` by a line feed.
    public var headers: [String: String] = [:]
    /// The body.
    public var body: Content = .text("")
}

extension HTTPResponse {
    /// Creates a response with a text, for tests.
    public init(status: Int, text: String) { (self.status, body) = (status, .text(text)) }
}

/// A step of a response that is followed as it arrives.
@Model
public enum HTTPEvent: Equatable, Sendable {
    /// The bytes of the request's body that were sent, of all; at most ten a second.
    case sent(bytes: Int, of: Int?)
    /// The head of the response has arrived; its body is empty.
    case response(HTTPResponse)
    /// The bytes of the body that arrived, of all that the server has announced; at most ten a second.
    case received(bytes: Int, of: Int?)
    /// The next part of a body that was requested as text or as base64, up to 64 KiB. Text is cut at a character.
    case content(Content)
    /// The body is complete; a blob if that was requested.
    case finished(Blob?)
}
