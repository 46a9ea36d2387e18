import AditJSON

/// The remaining path to a part of a value: a suffix of a JSON Pointer.
///
/// Generated code consumes the first key, and passes the rest to the member of that name.
@_documentation(visibility: private)
public struct PartPath {
    package let pointer: JSONPointer
    /// The requested part of a list; nil for the whole value of any kind.
    package let window: ListWindow?
    private let position: Int

    package init(_ pointer: JSONPointer, window: ListWindow? = nil) {
        self.init(pointer, window, 0)
    }

    private init(_ pointer: JSONPointer, _ window: ListWindow?, _ position: Int) {
        self.pointer = pointer
        self.window = window
        self.position = position
    }

    /// The next key; nil at the end of the path.
    public var key: ByteString? { position < pointer.tokens.count ? ByteString(pointer.tokens[position]) : nil }

    /// The path after the next key.
    public var rest: PartPath { PartPath(pointer, window, min(position + 1, pointer.tokens.count)) }

    /// The remaining keys.
    var keys: ArraySlice<String> { pointer.tokens[position...] }

    /// Returns the failure for a part of a list that is requested of another value.
    package func notAList(_ found: String) -> CodingFailure {
        CodingFailure(
            path: pointer.description, reason: "found \(found); a list is expected where from or limit is given")
    }
}

/// A range of a list: a number of elements from a position on.
package struct ListWindow: Equatable, Sendable {
    package let from: Int
    /// nil for all remaining elements.
    package let limit: Int?

    package init(from: Int, limit: Int?) {
        self.from = from
        self.limit = limit
    }

    /// Returns the positions in a list of `count` elements.
    package func range(in count: Int) -> Range<Int> {
        let start = min(max(from, 0), count)
        return start..<(start + min(max(limit ?? count, 0), count - start))
    }
}

/// The kind of part that was written.
@_documentation(visibility: private)
public enum WrittenPart: Equatable, Sendable {
    /// Nothing: the path matches nothing.
    case nothing
    case value
    /// Some elements of a list of that length.
    case slice(of: Int)
}
