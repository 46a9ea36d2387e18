import AditJSON

/// Reads a text, and hands its value to `body`.
///
/// - Throws: ``JSONSyntaxError`` if it is not JSON, whatever `body` throws; otherwise the error of `body`.
package func withJSON<R>(
    _ bytes: some Sequence<UInt8>, depth: Int = 64, values: Int = .max, _ body: (JSONReader) throws -> R
) throws -> R {
    try Array(bytes).withUnsafeBytes { bytes in
        do {
            return try JSONReader.read(bytes, depth: depth, values: values) { reader in
                Result { try body(reader) }
            }.get()
        } catch let failure as JSONFailure {
            switch failure {
            case .syntax(let error): throw error
            case .shape(let failure): throw failure
            }
        }
    }
}

package func withJSON<R>(_ text: String, depth: Int = 64, _ body: (JSONReader) throws -> R) throws -> R {
    try withJSON(text.utf8, depth: depth, body)
}
