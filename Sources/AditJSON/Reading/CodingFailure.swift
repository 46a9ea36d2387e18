/// A failure to read a value from JSON or to write it as JSON.
///
/// Its text has the path, the value found, and the expected value:
/// `todo.request.add.item.text: found the number 7; a string is expected`.
public struct CodingFailure: Error, Equatable, CustomStringConvertible {
    /// The path to the value: cases and keys separated by dots, indices in brackets. Empty for the root.
    public let path: String
    /// The reason.
    public let reason: String

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - path: the path to the value; empty for the root.
    ///   - reason: the value found and the value expected.
    public init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    /// Returns the failure with `key` prepended to its path.
    @usableFromInline
    package func within(_ key: String) -> CodingFailure {
        let separator = path.isEmpty || path.hasPrefix("[") ? "" : "."
        return CodingFailure(path: key + separator + path, reason: reason)
    }

    public var description: String { path.isEmpty ? reason : "\(path): \(reason)" }
}
