import AditJSON

/// The remaining path to a part of a value: a suffix of a JSON Pointer.
///
/// Generated code consumes the first key, and passes the rest to the member of that name.
@_documentation(visibility: private)
public struct PartPath {
    package let pointer: JSONPointer
    /// The requested part of a list; nil for the whole value of any kind.
    package let window: ListWindow?
    /// The subscription's window that is written; nil for a request.
    let shown: SubscribedWindow?
    private var position = 0

    package init(_ pointer: JSONPointer, window: ListWindow? = nil) {
        (self.pointer, self.window, shown) = (pointer, window, nil)
    }

    /// The path of a subscription.
    package init(_ subscriber: Subscriber) {
        (pointer, window, shown) = (subscriber.pointer, subscriber.window?.range, subscriber.window)
    }

    /// The next key; nil at the end of the path.
    public var key: ByteString? { position < pointer.tokens.count ? ByteString(pointer.tokens[position]) : nil }

    /// The path after the next key.
    public var rest: PartPath {
        var rest = self
        rest.position = min(position + 1, pointer.tokens.count)
        return rest
    }

    /// The remaining keys.
    var keys: ArraySlice<String> { pointer.tokens[position...] }

    /// Returns the failure for a part of a list that is requested of another value.
    package func notAList(_ found: String) -> CodingFailure {
        CodingFailure(
            path: pointer.description, reason: "found \(found); a list is expected where from or limit is given")
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
