import CJansson

/// An error in a text that is not strict JSON.
package struct JSONSyntaxError: Error {
    package enum Kind {
        /// The text breaks JSON's grammar, its encoding, or has a key twice.
        case syntax
        /// Objects and arrays nest deeper than allowed.
        case depth
        /// The text has too many values.
        case size
        /// Memory could not be allocated.
        case memory
    }

    package let kind: Kind
    /// The offset of the byte at which the error was found, if known.
    package let offset: Int?
    package let text: String

    /// The error without a quotation, for texts that may have a secret: jansson's texts end with ` near '…'`.
    package var sentence: String {
        // The library's search for texts is that of regular expressions, which are large.
        let (bytes, quotation) = (Array(text.utf8), Array(" near '".utf8))
        let end = bytes.indices.first { bytes[$0...].starts(with: quotation) } ?? bytes.count
        return String(decoding: bytes[..<end], as: UTF8.self) + (offset.map { " (byte \($0))" } ?? "")
    }

    init(kind: Kind, offset: Int?, text: String) {
        self.kind = kind
        self.offset = offset
        self.text = text
    }

    /// Converts jansson's error: its code, its byte position, its text.
    init(_ error: json_error_t, count: Int) {
        let code = withUnsafeBytes(of: error.text) { $0.last ?? 0 }
        let text = withUnsafeBytes(of: error.text) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        let position = Int(error.position)
        self.init(
            kind: code == UInt8(json_error_out_of_memory.rawValue) ? .memory : .syntax,
            offset: (0...count).contains(position) ? position : nil,
            text: text.isEmpty ? "not JSON" : text)
    }
}
