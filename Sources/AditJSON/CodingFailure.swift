/// A value could not be read from JSON or written as JSON: where, and why.
///
/// Its text names the place, what was found and what would have been right:
/// `todo.request.add.item.text: found the number 7; a string is expected`.
public struct CodingFailure: Error, Equatable, CustomStringConvertible {
    /// The way to the value: cases and keys with dots between, indices in brackets. Empty for the whole.
    public let path: String
    /// What is wrong there.
    public let reason: String

    public init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    /// The same failure, of a value that is the value of `key`.
    package func within(_ key: String) -> CodingFailure {
        let separator = path.isEmpty || path.hasPrefix("[") ? "" : "."
        return CodingFailure(path: key + separator + path, reason: reason)
    }

    public var description: String { path.isEmpty ? reason : "\(path): \(reason)" }
}
