/// A text of a row: an id, or a value as JSON. It borrows: it is valid during the call that it was given to.
public struct RowText {
    /// UTF-8. Not to be used after the call.
    public let bytes: UnsafeRawBufferPointer

    /// A text of bytes that stay where they are during the call that it is given to.
    public init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// One without a character.
    package static var empty: RowText { RowText(UnsafeRawBufferPointer(start: nil, count: 0)) }

    /// A copy of it.
    public var string: String { String(decoding: bytes, as: UTF8.self) }
}
