import Glibc

/// A reader of JSON texts that are too long to be held in memory. It reads through a window, value by value, and
/// jansson parses each requested value.
///
/// It only finds where a value ends, and checks the position of brackets, commas and colons; the parser checks
/// everything else, such as UTF-8 and duplicate keys. Methods throw ``JSONSyntaxError`` with the byte offset of the
/// unexpected text, and rethrow the source's errors.
package final class JSONStream {
    /// Reads bytes of the text from an offset, as many as are available and fit; 0 at the end.
    package typealias Source = (_ offset: Int, _ memory: UnsafeMutableRawBufferPointer) throws -> Int

    private let source: Source
    private let depth: Int
    // Accesses last for one statement each.
    /// The window, owned by the stream. It grows to the longest value so far.
    @exclusivity(unchecked) private var memory: UnsafeMutableRawBufferPointer
    /// The range of bytes read but not consumed.
    @exclusivity(unchecked) private var start = 0
    @exclusivity(unchecked) private var end = 0
    @exclusivity(unchecked) private var isAtEnd = false
    /// The offset of the next byte of the text.
    @exclusivity(unchecked) package private(set) var offset: Int

    /// The maximum number of bytes of a value.
    private static let longest = 1 << 30

    /// - Parameters:
    ///   - offset: the offset to begin at.
    ///   - window: the minimum number of bytes held.
    ///   - depth: the maximum nesting of objects and arrays in a value.
    package init(at offset: Int = 0, window: Int = 1 << 18, depth: Int, _ source: @escaping Source) {
        self.source = source
        self.depth = depth
        self.offset = offset
        memory = .allocate(byteCount: max(1, window), alignment: 16)
    }

    deinit { memory.deallocate() }
}

// MARK: - The parts of a text

extension JSONStream {
    /// Returns the next byte that is not white space, without consuming it; nil at the end of the text.
    package func peek() throws -> UInt8? {
        while let byte = try byte(0) {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): take(1)
            default: return byte
            }
        }
        return nil
    }

    /// Consumes the next byte, which must be `byte`.
    ///
    /// - Parameter expected: its name in the error.
    package func take(_ byte: UInt8, _ expected: String) throws {
        guard try peek() == byte else { throw try mismatch(expected) }
        take(1)
    }

    /// Advances to the next member of an object whose opening bracket has been consumed.
    ///
    /// - Returns: its key, with the stream after the colon; nil after the end of the object.
    package func nextKey(isFirst: Bool) throws -> String? {
        if try takeEnd(UInt8(ascii: "}")) { return nil }
        if !isFirst { try take(UInt8(ascii: ","), "a comma or the end of the object") }
        let key = try string("a key")
        try take(UInt8(ascii: ":"), "a colon")
        return key
    }

    /// Advances to the next element of an array whose opening bracket has been consumed.
    ///
    /// - Returns: false after the end of the array.
    package func nextElement(isFirst: Bool) throws -> Bool {
        if try takeEnd(UInt8(ascii: "]")) { return false }
        if !isFirst { try take(UInt8(ascii: ","), "a comma or the end of the array") }
        return true
    }

    /// Checks that only white space follows.
    package func checkEnd() throws {
        if try peek() != nil { throw try mismatch("the end of the text") }
    }

    private func takeEnd(_ bracket: UInt8) throws -> Bool {
        guard try peek() == bracket else { return false }
        take(1)
        return true
    }
}

// MARK: - Values

extension JSONStream {
    /// Skips the next value of any type without parsing it.
    package func skipValue() throws { take(try span("a value").count) }

    /// Reads the next value.
    ///
    /// - Parameter body: receives its text and the parsed value, neither of which may escape the call.
    package func readValue<R>(_ body: (UnsafeRawBufferPointer, JSONValue) throws -> R) throws -> R {
        let text = text(try span("a value").count)
        let document = try parse(text)
        let result = try document.withRoot { value in try body(text, value) }
        take(text.count)
        return result
    }

    /// Reads the next value, which must be a string without a NUL.
    ///
    /// - Parameter expected: its name in the error.
    package func string(_ expected: String = "a string") throws -> String {
        guard try peek() == UInt8(ascii: "\"") else { throw try mismatch(expected) }
        let (count, isPlain) = try span(expected)
        let text = text(count)
        let string: String
        if isPlain {
            string = String(decoding: text[1..<count - 1], as: UTF8.self)
        } else {
            string = try parse(text).withRoot { $0.string ?? "" }
            guard !string.utf8.contains(0) else {
                throw JSONSyntaxError(
                    kind: .syntax, offset: offset, text: "found a NUL in a text; \(expected) without one is expected")
            }
        }
        take(count)
        return string
    }

    private func text(_ count: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: memory[start..<start + count])
    }

    private func parse(_ text: UnsafeRawBufferPointer) throws -> JSONDocument {
        do { return try JSONDocument(parsing: text, depth: depth) } catch {
            throw JSONSyntaxError(kind: error.kind, offset: offset + (error.offset ?? 0), text: error.text)
        }
    }

    /// Returns the error for the unexpected text at the present position.
    private func mismatch(_ expected: String) throws -> JSONSyntaxError {
        let found: String
        switch try byte(0) {
        case nil: found = "the end of the text"
        case 0xEF where try offset == 0 && byte(1) == 0xBB && byte(2) == 0xBF: found = "a byte order mark"
        case let byte? where (0x21...0x7E).contains(byte): found = "'\(Character(Unicode.Scalar(byte)))'"
        case let byte?: found = "the byte \(byte)"
        }
        return JSONSyntaxError(kind: .syntax, offset: offset, text: "found \(found); \(expected) is expected")
    }
}

// MARK: - Where a value ends

extension JSONStream {
    /// Returns the length of the next value in bytes, all of which are then in the window, and whether it is a string
    /// of ASCII without escapes.
    private func span(_ expected: String) throws -> (count: Int, isPlain: Bool) {
        guard let first = try peek() else { throw try mismatch(expected) }
        switch first {
        case UInt8(ascii: "\""): return try endOfString(1)
        case UInt8(ascii: "{"), UInt8(ascii: "["): return (try endOfBrackets(), false)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "t"), UInt8(ascii: "f"),
            UInt8(ascii: "n"):
            return (try endOfWord(), false)
        default: throw try mismatch(expected)
        }
    }

    /// - Parameter first: the first byte of the string's contents.
    private func endOfString(_ first: Int) throws -> (count: Int, isPlain: Bool) {
        var (count, isPlain) = (first, true)
        while let byte = try byte(count) {
            count += 1
            switch byte {
            case UInt8(ascii: "\""): return (count, isPlain)
            case UInt8(ascii: "\\"):
                isPlain = false
                count += 1
            case 0..<0x20, 0x80...: isPlain = false
            default: break
            }
        }
        throw cut("a string")
    }

    private func endOfBrackets() throws -> Int {
        var (count, level) = (0, 0)
        while let byte = try byte(count) {
            count += 1
            switch byte {
            case UInt8(ascii: "\""): count = try endOfString(count).count
            case UInt8(ascii: "{"), UInt8(ascii: "["): level += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                level -= 1
                if level == 0 { return count }
            default: break
            }
        }
        throw cut("a value")
    }

    private func endOfWord() throws -> Int {
        var count = 0
        while let byte = try byte(count) {
            switch byte {
            case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: " "),
                UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
                return count
            default: count += 1
            }
        }
        return count
    }

    private func cut(_ what: String) -> JSONSyntaxError {
        JSONSyntaxError(
            kind: .syntax, offset: offset + end - start,
            text: "found the end of the text in \(what); all of it is expected")
    }
}

// MARK: - The window

extension JSONStream {
    /// Returns the byte at an index from the first unconsumed one; nil after the end of the text.
    @inline(__always)
    private func byte(_ count: Int) throws -> UInt8? {
        while start + count >= end { guard try fill() else { return nil } }
        return memory[start + count]
    }

    private func take(_ count: Int) {
        start += count
        offset += count
    }

    /// Reads more bytes into the window; false at the end of the text.
    private func fill() throws -> Bool {
        if isAtEnd { return false }
        if end == memory.count { try makeRoom() }
        let count = try source(offset + end - start, UnsafeMutableRawBufferPointer(rebasing: memory[end...]))
        isAtEnd = count <= 0
        end += max(0, count)
        return !isAtEnd
    }

    private func makeRoom() throws {
        var room = memory
        if start == 0 {
            guard end < JSONStream.longest else {
                throw JSONSyntaxError(kind: .memory, offset: offset, text: "found a value of over \(end) bytes")
            }
            room = .allocate(byteCount: memory.count * 2, alignment: 16)
        }
        if let to = room.baseAddress, let from = memory.baseAddress { memmove(to, from + start, end - start) }
        if start == 0 { memory.deallocate() }
        memory = room
        (start, end) = (0, end - start)
    }
}
