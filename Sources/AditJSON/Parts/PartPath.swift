/// The way to a part of a value, as far as it is still to be gone: what is left of a JSON Pointer.
///
/// Generated code takes the first key, and hands the rest to the member of that name.
public struct PartPath {
    package let pointer: JSONPointer
    /// Which part of a list is wanted; nil: the whole value, whatever it is.
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

    /// The next key; nil at the end of the way.
    public var key: ByteString? { position < pointer.tokens.count ? ByteString(pointer.tokens[position]) : nil }

    /// The way from the next key on.
    public var rest: PartPath { PartPath(pointer, window, min(position + 1, pointer.tokens.count)) }

    /// The keys that are left.
    var keys: ArraySlice<String> { pointer.tokens[position...] }

    /// Says that a part of a list was wanted where there is none.
    package func notAList(_ found: String) -> CodingFailure {
        CodingFailure(
            path: pointer.description, reason: "found \(found); a list is expected where from or limit is given")
    }
}

/// A part of a list: so many of its elements, from one on.
package struct ListWindow: Equatable, Sendable {
    package let from: Int
    /// nil: all that follow.
    package let limit: Int?

    package init(from: Int, limit: Int?) {
        self.from = from
        self.limit = limit
    }

    /// The positions that it means in a list of so many.
    package func range(in count: Int) -> Range<Int> {
        let start = min(max(from, 0), count)
        return start..<(start + min(max(limit ?? count, 0), count - start))
    }
}

/// What was written of a value.
public enum WrittenPart: Equatable, Sendable {
    /// Nothing: the way leads nowhere.
    case nothing
    case value
    /// Some elements of a list of so many.
    case slice(of: Int)
}
