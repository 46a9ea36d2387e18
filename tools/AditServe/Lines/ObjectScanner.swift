import Glibc

/// Finds the members of a JSON object in its text, without decoding them.
///
/// Lines are passed on with their bytes unchanged, so they are not parsed into values. The scanner accepts all JSON, and
/// some texts that are not JSON: the core refuses those. Each byte is looked at once; strings are skipped by `memchr`.
///
/// ```swift
/// var scanner = ObjectScanner(line)
/// while let member = scanner.next() { print(member.key.text, member.value.text) }
/// ```
package struct ObjectScanner {
    /// A member of an object.
    package struct Member {
        /// Without its quotes, and with its escapes.
        let key: Bytes
        /// From its first byte to its last.
        package let value: Bytes
        /// The bytes to leave out of the text for an object without the member.
        let cut: Range<Int>

        /// Whether this is the member of a key, which may be written with escapes.
        package func has(key name: StaticString) -> Bool {
            if key == name { return true }
            // With escapes it is longer. Its quotes are around it.
            guard key.count > name.utf8CodeUnitCount, key.contains(UInt8(ascii: "\\")) else { return false }
            return Bytes(start: key.start - 1, count: key.count + 2).decodedString?.withBytes { $0 == name } ?? false
        }
    }

    private let text: Bytes
    private var cursor: ValueCursor
    /// The comma before the next member; nil before the first, and behind the last.
    private var comma: UnsafePointer<UInt8>?
    private var isFirst = true
    /// Whether the object was complete, with nothing behind it.
    private(set) var isComplete = false

    /// Begins to scan. A text that is not an object has no member.
    package init(_ text: Bytes) {
        self.text = text
        cursor = ValueCursor(text, opening: UInt8(ascii: "{"))
    }

    /// What has not been scanned; empty where no member can follow.
    var rest: Bytes { isFirst || comma != nil ? Bytes(cursor.at, to: text.end) : .empty }

    /// Returns the next member; nil at the end, or where the text is not JSON.
    package mutating func next() -> Member? {
        guard isFirst || comma != nil else { return end() }
        cursor.skipSpaces()
        let start = cursor.at
        guard cursor.sees(UInt8(ascii: "\"")), cursor.skipString() else { return end() }
        let key = Bytes(start + 1, to: cursor.at - 1)
        cursor.skipSpaces()
        guard cursor.skip(UInt8(ascii: ":")) else { return end() }
        cursor.skipSpaces()
        guard let value = cursor.skipValue() else { return end() }
        cursor.skipSpaces()
        let next = cursor.at
        let hasMore = cursor.skip(UInt8(ascii: ","))
        // The first member goes with the comma behind it, any other with the one before.
        let cutStart = comma ?? start
        let cutEnd = comma == nil && hasMore ? next + 1 : value.end
        comma = hasMore ? next : nil
        isFirst = false
        return Member(key: key, value: value, cut: cutStart - text.start..<cutEnd - text.start)
    }

    private mutating func end() -> Member? {
        // A comma has a member behind it.
        if comma == nil, cursor.skip(UInt8(ascii: "}")) {
            cursor.skipSpaces()
            isComplete = cursor.at == text.end
        }
        cursor.at = text.end
        return nil
    }
}

/// Finds the elements of a JSON array in its text.
package struct ArrayScanner {
    private var cursor: ValueCursor

    package init(_ text: Bytes) { cursor = ValueCursor(text, opening: UInt8(ascii: "[")) }

    /// Returns the next element; nil at the end, or where the text is not JSON.
    package mutating func next() -> Bytes? {
        cursor.skipSpaces()
        guard let value = cursor.skipValue() else { return nil }
        cursor.skipSpaces()
        _ = cursor.skip(UInt8(ascii: ","))
        return value
    }
}

/// A place in a text, which moves over values.
private struct ValueCursor {
    var at: UnsafePointer<UInt8>
    private let end: UnsafePointer<UInt8>

    /// Begins behind a bracket; at the end if the text has another beginning.
    init(_ text: Bytes, opening bracket: UInt8) {
        at = text.start
        end = text.end
        skipSpaces()
        if !skip(bracket) { at = end }
    }

    mutating func skipSpaces() {
        while at < end, at.pointee.isSpace { at += 1 }
    }

    func sees(_ byte: UInt8) -> Bool { at < end && at.pointee == byte }

    mutating func skip(_ byte: UInt8) -> Bool {
        guard sees(byte) else { return false }
        at += 1
        return true
    }

    /// Skips a string, at whose first quote the cursor is; false if it does not end.
    mutating func skipString() -> Bool {
        var next = at + 1
        while let found = memchr(next, Int32(UInt8(ascii: "\"")), end - next) {
            let quote = UnsafePointer(found.assumingMemoryBound(to: UInt8.self))
            next = quote + 1
            // The quote at the beginning is before all slashes.
            var slash = quote
            while slash[-1] == UInt8(ascii: "\\") { slash -= 1 }
            if (quote - slash) % 2 == 0 {
                at = next
                return true
            }
        }
        return false
    }

    /// Skips a value; nil if it does not end.
    mutating func skipValue() -> Bytes? {
        let start = at
        // A number, true, false or null. Of what is no JSON, a string or brackets behind it are of the value, as in served/scan.c.
        while at < end, !at.pointee.isEndOfWord { at += 1 }
        guard at < end else { return nil }
        switch at.pointee {
        case UInt8(ascii: "\""): guard skipString() else { return nil }
        case UInt8(ascii: "{"), UInt8(ascii: "["): guard skipBrackets() else { return nil }
        default: guard at > start else { return nil }
        }
        return Bytes(start, to: at)
    }

    /// Skips an object or an array, at whose bracket the cursor is; false if it does not end. Only strings and brackets are
    /// looked at.
    private mutating func skipBrackets() -> Bool {
        var depth = 0
        while at < end {
            switch at.pointee {
            case UInt8(ascii: "\""):
                guard skipString() else { return false }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            at += 1
            if depth == 0 { return true }
        }
        return false
    }
}

extension UInt8 {
    /// Whether a number, true, false or null ends before it.
    fileprivate var isEndOfWord: Bool {
        switch self {
        case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["),
            UInt8(ascii: "]"):
            true
        default: isSpace
        }
    }
}

extension Bytes {
    /// The value of a member of an object, whose key may be written with escapes; of several, the first.
    func member(_ key: StaticString) -> Bytes? {
        var scanner = ObjectScanner(self)
        while let member = scanner.next() {
            if member.has(key: key) { return member.value }
        }
        return nil
    }
}
