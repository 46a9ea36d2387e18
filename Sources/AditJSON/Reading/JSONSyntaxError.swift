/// An error in a text that is not strict JSON.
public struct JSONSyntaxError: Error {
    /// The kinds of error.
    public enum Kind: Sendable {
        /// The text breaks JSON's grammar, its encoding, or has a key twice.
        case syntax
        /// Objects and arrays nest deeper than allowed.
        case depth
        /// The text has too many values.
        case size
        /// Memory could not be allocated.
        case memory
    }

    /// The kind.
    public let kind: Kind
    /// The offset of the byte at which the error was found, if known.
    public private(set) var offset: Int?
    /// The value found and the value expected.
    public let text: String
    /// The error without a quotation.
    private let unquoted: String

    /// The error without a quotation, for texts that may have a secret.
    package var sentence: String { unquoted + (offset.map { " (byte \($0))" } ?? "") }

    /// - Parameter text: the error, without a quotation of the text that was read.
    init(kind: Kind, offset: Int?, text: String) {
        self.kind = kind
        self.offset = offset
        self.text = text
        unquoted = text
    }

    /// An error of the grammar.
    ///
    /// - Parameters:
    ///   - found: the value found, without quoting it; empty if the expectation suffices.
    ///   - quotation: the text that was found.
    init(offset: Int, found: String, quotation: String = "", expected: String) {
        kind = .syntax
        self.offset = offset
        text = "found \(found)\(quotation); \(expected) is expected"
        unquoted = (found.isEmpty ? "" : "found \(found); ") + "\(expected) is expected"
    }

    /// The same error in a text of which this one's is a part.
    ///
    /// - Parameter start: the offset of that part.
    func moved(by start: Int) -> JSONSyntaxError {
        var error = self
        error.offset = offset.map { $0 + start }
        return error
    }
}
