import Adit
import AditLibrary

extension JSONValue {
    /// Parses a text that a command line names.
    ///
    /// - Throws: ``Failure`` with the place of the fault: `adding.json:12:7: …`.
    init(_ text: [UInt8], of path: String) throws(Failure) {
        do throws(JSONSyntaxError) {
            self = try text.span.withUnsafeBytes { (bytes) throws(JSONSyntaxError) in try JSONValue(parsing: bytes) }
        } catch {
            let lines = text.prefix(error.offset ?? 0).split(
                separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            let column = (lines.last ?? []).count { $0 & 0xC0 != 0x80 } + 1
            throw Failure(.misuse, "\(path):\(lines.count):\(column): \(error.text)")
        }
    }
}
