import Glibc

/// Goes through a JSON text that is too long to be held, value by value: it is read through a window, and jansson parses
/// each value that is asked for.
///
/// It knows as much of JSON as it takes to see where a value ends, and that brackets, commas and colons are where they
/// have to be; all else, such as UTF-8 and keys that are there twice, the parser checks. Methods throw ``JSONSyntaxError``
/// with the byte of the text where something else was found, and what the source throws.
package final class JSONStream {
    /// Reads bytes of the text from an offset on, as many as there are and fit; 0 at the end.
    package typealias Source = (_ offset: Int, _ memory: UnsafeMutableRawBufferPointer) throws -> Int

    private let source: Source
    private let depth: Int
    // Accesses last for one statement each.
    /// The window. It is its owner's alone, and as long as it has to be for the longest value so far.
    @exclusivity(unchecked) private var memory: UnsafeMutableRawBufferPointer
    /// What has been read and not been taken yet.
    @exclusivity(unchecked) private var start = 0
    @exclusivity(unchecked) private var end = 0
    @exclusivity(unchecked) private var isAtEnd = false
    /// The byte of the text that is next.
    @exclusivity(unchecked) package private(set) var offset: Int

    /// How many bytes a value may have.
    private static let longest = 1 << 30

    /// - Parameters:
    ///   - offset: where to begin.
    ///   - window: how many bytes are held at least.
    ///   - depth: how deep objects and arrays may nest in a value.
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
    /// The next byte that is not white space; nil at the end of the text.
    package func peek() throws -> UInt8? {
        while let byte = try byte(0) {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): take(1)
            default: return byte
            }
        }
        return nil
    }

    /// Takes a byte that has to be next.
    ///
    /// - Parameter expected: what it stands for.
    package func take(_ byte: UInt8, _ expected: String) throws {
        guard try peek() == byte else { throw try mismatch(expected) }
        take(1)
    }

    /// Goes to the next member of an object whose bracket has been taken.
    ///
    /// - Returns: its key, behind whose colon the stream is; nil behind the object's end.
    package func nextKey(isFirst: Bool) throws -> String? {
        if try takeEnd(UInt8(ascii: "}")) { return nil }
        if !isFirst { try take(UInt8(ascii: ","), "a comma or the end of the object") }
        let key = try string("a key")
        try take(UInt8(ascii: ":"), "a colon")
        return key
    }

    /// Goes to the next element of an array whose bracket has been taken.
    ///
    /// - Returns: false behind the array's end.
    package func nextElement(isFirst: Bool) throws -> Bool {
        if try takeEnd(UInt8(ascii: "]")) { return false }
        if !isFirst { try take(UInt8(ascii: ","), "a comma or the end of the array") }
        return true
    }

    /// Makes sure that nothing follows but white space.
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
    /// Takes the next value, whatever it is: it is not parsed.
    package func skipValue() throws { take(try span("a value").count) }

    /// Takes the next value.
    ///
    /// - Parameter body: is given its text and the parsed value, both of which must not leave the call.
    package func readValue<R>(_ body: (UnsafeRawBufferPointer, JSONValue) throws -> R) throws -> R {
        let text = text(try span("a value").count)
        let document = try parse(text)
        let result = try document.withRoot { value in try body(text, value) }
        take(text.count)
        return result
    }

    /// Takes the next value, which has to be a string without a NUL.
    ///
    /// - Parameter expected: what it stands for.
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

    /// Says what is next in place of what had to be.
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
    /// How many bytes the next value has, all of which are in the window then; and whether it is a string that stands for
    /// itself, as ASCII without escapes does.
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
    /// A byte of what has not been taken yet; nil behind the end of the text.
    @inline(__always)
    private func byte(_ count: Int) throws -> UInt8? {
        while start + count >= end { guard try fill() else { return nil } }
        return memory[start + count]
    }

    private func take(_ count: Int) {
        start += count
        offset += count
    }

    /// Reads on; false at the end of the text.
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
