import Adit

/// Data of a gateway. Bytes do not travel as JSON if there are many of them: they stay in a file of the host, and a
/// ``Blob`` refers to it.
@Model
public enum Content: Equatable, Sendable {
    /// UTF-8 text.
    case text(String)
    /// Bytes in base64 (RFC 4648), for a few of them.
    case base64(String)
    /// A blob of the host.
    case blob(Blob)
}

/// Bytes that the host keeps, by their hash: the same bytes are the same blob.
@Model
public struct Blob: Hashable, Sendable {
    /// The SHA-256 of the bytes, in 64 lower-case hexadecimal digits.
    public var id: String
    /// The number of bytes.
    public var bytes: Int

    /// - Parameters:
    ///   - id: the SHA-256 of the bytes, in lower-case hexadecimal digits.
    ///   - bytes: the number of bytes.
    public init(id: String, bytes: Int) { (self.id, self.bytes) = (id, bytes) }
}

/// The form in which data is requested.
@Model
public enum ContentForm: String, Equatable, Sendable {
    /// Text, or base64 if it is not UTF-8.
    case text
    /// Base64.
    case base64
    /// A blob: the data stays with the host.
    case blob
}

extension Content {
    /// The text; nil if it is not one.
    public var text: String? { if case .text(let text) = self { text } else { nil } }
    /// The blob; nil if it is not one.
    public var blob: Blob? { if case .blob(let blob) = self { blob } else { nil } }

    /// Reads the text as the JSON of a type.
    ///
    /// - Throws: `CodingFailure` whenever it is not text, not JSON, or not of that type.
    public func read<Value: WireCodable>(_ type: Value.Type = Value.self) throws(CodingFailure) -> Value {
        guard let text else { throw CodingFailure(path: "", reason: "found no text; JSON is expected") }
        return try readJSON(text)
    }
}
