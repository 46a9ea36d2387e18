/// A key that takes Swift long to hash or compare: many combining marks in a row, which it puts in order each time, in the square
/// of their number. Dictionaries whose keys are `String` refuse it where it comes from a host.
package enum SlowKey {
    /// How many combining marks in a row a key may have. The Stream-Safe Text Format (Unicode Standard Annex #15, 13) allows 30.
    static let most = 128

    /// Whether all keys are taken, as where a state is read that is stored: what could be written can be read.
    @TaskLocal package static var areTaken = false

    /// Whether a key has more combining marks in a row than it may.
    static func isFound(in key: UnsafeBufferPointer<UInt8>) -> Bool {
        // A mark has two bytes at least.
        guard key.count > 2 * most else { return false }
        var marks = 0
        var decoder = UTF8()
        var bytes = key.makeIterator()
        while case .scalarValue(let scalar) = decoder.decode(&bytes) {
            // The first that combines is U+0300.
            guard scalar.value >= 0x300, scalar.properties.canonicalCombiningClass != .notReordered else {
                marks = 0
                continue
            }
            marks += 1
            if marks > most { return !areTaken }
        }
        return false
    }

    /// The same of a text.
    package static func isFound(in key: String) -> Bool {
        guard key.utf8.count > 2 * most else { return false }
        var key = key
        return key.withUTF8 { isFound(in: $0) }
    }

    /// What to say of a text that should be one of an enum's.
    static let reasonOfText = "found a text with more than \(most) combining marks in a row; another one is expected"

    /// What to say of one.
    package static let reason =
        "found a key with more than \(most) combining marks in a row; a shorter one is expected, or a ByteString as the key's type"
}

extension JSONKey {
    /// Whether it takes Swift long to hash or compare it as a `String`.
    var isSlow: Bool { SlowKey.isFound(in: UnsafeBufferPointer(start: start, count: count)) }
}
