/// A failure to read a value from JSON or to write it as JSON.
///
/// Its text has the path, the value found, and the expected value:
/// `todo.request.add.item.text: found the number 7; a string is expected`.
public struct CodingFailure: Error, Equatable, CustomStringConvertible {
    /// In an object, so that a failure is one word: all code that reads or writes passes failures on, and is smaller for it.
    private let content: Content

    private final class Content: Sendable {
        let path, reason: String

        init(_ path: String, _ reason: String) { (self.path, self.reason) = (path, reason) }
    }

    /// The path to the value: cases and keys separated by dots, indices in brackets. Empty for the root.
    public var path: String { content.path }
    /// The reason.
    public var reason: String { content.reason }

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - path: the path to the value; empty for the root.
    ///   - reason: the value found and the value expected.
    public init(path: String, reason: String) {
        content = Content(path, reason)
    }

    public static func == (left: CodingFailure, right: CodingFailure) -> Bool {
        (left.path, left.reason) == (right.path, right.reason)
    }

    /// Returns the failure with `key` prepended to its path.
    @usableFromInline
    package func within(_ key: String) -> CodingFailure {
        let separator = path.isEmpty || path.utf8.first == UInt8(ascii: "[") ? "" : "."
        return CodingFailure(path: key + separator + path, reason: reason)
    }

    public var description: String { path.isEmpty ? reason : "\(path): \(reason)" }
}
