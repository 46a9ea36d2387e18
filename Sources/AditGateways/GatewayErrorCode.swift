import Adit
import AditJSON

/// Why a standard gateway has not done what it was asked for: the member `code` of its error, beside a `message` for
/// people.
public enum GatewayErrorCode: String, Sendable, CaseIterable {
    /// The request cannot be understood, or contradicts itself.
    case invalid
    /// The host's config does not allow it: an origin, an address, a path. Or the user has not unlocked the keyring.
    case denied
    /// The server, or the service of the session, could not be found, or did not accept a connection.
    case unreachable
    /// The server could not prove who it is.
    case tls
    /// The time was up.
    case timedOut
    /// More bytes, or more headers, than the limits allow.
    case tooLarge
    /// More redirects than the config allows.
    case redirects
    /// The connection ended before the answer did, or the answer is not HTTP.
    case interrupted
    /// There is no such file or blob.
    case notFound
    /// There is such a file already.
    case exists
    /// The host's storage failed.
    case storage
}

extension GatewayFailure {
    /// The code of a standard gateway's error; nil if the failure has none.
    public var code: GatewayErrorCode? {
        switch self {
        case .timedOut: .timedOut
        case .refused(_, .object(let members)):
            if case .string(let text)? = members["code"] { GatewayErrorCode(rawValue: text) } else { nil }
        default: nil
        }
    }

    /// The failure of a fake gateway with a code.
    public static func refused(_ gateway: String, _ code: GatewayErrorCode, _ message: String = "") -> GatewayFailure {
        .refused(gateway, .object(["code": .string(code.rawValue), "message": .string(message)]))
    }
}

extension DependencyValues {
    /// Sets the reply of a gateway in place of the host's: in tests, and in cores without a host.
    ///
    /// ```swift
    /// try withDependencies { try $0.setFixture(httpHost, HTTPResponse(status: 200, text: "{}")) } operation: { … }
    /// ```
    ///
    /// - Throws: `CodingFailure` whenever the reply cannot be written as JSON.
    public mutating func setFixture<Request, Reply: WireCodable>(
        _ gateway: HostGateway<Request, Reply>, _ reply: Reply
    ) throws(CodingFailure) {
        gatewayFixtures[gateway.name] = try makeJSON(reply)
    }
}

/// Reads a text as the JSON of a type.
func readJSON<Value: WireCodable>(_ text: String) throws(CodingFailure) -> Value {
    try text.utf8.span.withUnsafeBytes { (bytes) throws(CodingFailure) in
        try JSONReader.read(bytes, as: "text that is") { (root) throws(CodingFailure) in try Value(reading: root) }
    }
}

/// Writes a value as JSON.
func makeJSON(_ value: some WireCodable) throws(CodingFailure) -> JSON {
    let writer = JSONWriter()
    try encodeWire(value, to: writer)
    return try readJSON(writer.text)
}
