import AditJSON

/// A borrowed text of a row: an id, or a value as JSON. Valid only during the call that receives it.
public struct RowText {
    /// The text in UTF-8. Do not use it after the call.
    public let bytes: UnsafeRawBufferPointer

    /// Creates a text from bytes that must stay valid during the call that receives it.
    public init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// An empty text.
    package static var empty: RowText { RowText(UnsafeRawBufferPointer(start: nil, count: 0)) }

    /// A copy of the text.
    public var string: String { String(decoding: bytes, as: UTF8.self) }
}

extension JSONWriter {
    /// Returns whether the written text equals another, byte for byte, ignoring surrounding quotes.
    package func holds(_ text: RowText) -> Bool {
        let quotes = count - text.bytes.count
        guard quotes == 0 || quotes == 2 else { return false }
        return UnsafeRawBufferPointer(rebasing: bytes[quotes / 2..<count - quotes / 2]).hasBytes(of: text.bytes)
    }
}
