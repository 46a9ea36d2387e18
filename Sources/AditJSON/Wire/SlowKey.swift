/// A key that is slow to hash or compare in Swift: it has many combining marks in a row, which `String` normalizes each
/// time in quadratic time. Dictionaries with `String` keys refuse it in input from a host.
@usableFromInline
package enum SlowKey {
    /// The permitted number of combining marks in a row. The Stream-Safe Text Format (Unicode Standard Annex #15, 13)
    /// allows 30.
    static let most = 128

    /// Whether all keys are accepted, as when reading a stored state: anything that could be written can be read.
    @TaskLocal package static var areTaken = false

    /// Returns whether a key exceeds the permitted number of combining marks in a row.
    @usableFromInline
    package static func isFound(in key: UnsafeBufferPointer<UInt8>) -> Bool {
        // A mark has at least two bytes.
        guard key.count > 2 * most else { return false }
        var marks = 0
        var decoder = UTF8()
        var bytes = key.makeIterator()
        while case .scalarValue(let scalar) = decoder.decode(&bytes) {
            // The first combining scalar is U+0300.
            guard scalar.value >= 0x300, scalar.properties.canonicalCombiningClass != .notReordered else {
                marks = 0
                continue
            }
            marks += 1
            if marks > most { return !areTaken }
        }
        return false
    }

    /// Returns whether a text exceeds it.
    package static func isFound(in key: String) -> Bool {
        guard key.utf8.count > 2 * most else { return false }
        var key = key
        return key.withUTF8 { isFound(in: $0) }
    }

    /// The reason for refusing such a text of an enum.
    package static let reasonOfText =
        "found a text with more than \(most) combining marks in a row; another one is expected"

    /// The reason for refusing such a key.
    @usableFromInline
    package static let reason =
        "found a key with more than \(most) combining marks in a row; a shorter one is expected, or a ByteString as the key's type"
}
