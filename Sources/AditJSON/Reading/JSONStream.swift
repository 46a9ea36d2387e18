/// A reader of JSON texts that are too long to be held in memory. It reads through a window, value by value; each
/// requested value is read by ``JSONReader``.
///
/// Methods throw ``JSONSyntaxError`` with the byte offset of the unexpected text, and rethrow the source's errors.
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
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): consume(1)
            default: return byte
            }
        }
        return nil
    }

    /// Consumes the next byte, which must be `byte`.
    ///
    /// - Parameter expected: its name in the error.
    package func expect(_ byte: UInt8, _ expected: String) throws {
        guard try peek() == byte else { throw try mismatch(expected) }
        consume(1)
    }

    /// Advances to the next member of an object whose opening bracket has been consumed.
    ///
    /// - Returns: its key, with the stream after the colon; nil after the end of the object.
    package func nextKey(isFirst: Bool) throws -> String? {
        if try consumeEnd(UInt8(ascii: "}")) { return nil }
        if !isFirst { try expect(UInt8(ascii: ","), "a comma or the end of the object") }
        let key = try string("a key")
        try expect(UInt8(ascii: ":"), "a colon")
        return key
    }

    /// Advances to the next element of an array whose opening bracket has been consumed.
    ///
    /// - Returns: false after the end of the array.
    package func nextElement(isFirst: Bool) throws -> Bool {
        if try consumeEnd(UInt8(ascii: "]")) { return false }
        if !isFirst { try expect(UInt8(ascii: ","), "a comma or the end of the array") }
        return true
    }

    /// Checks that only white space follows.
    package func checkEnd() throws {
        if try peek() != nil { throw try mismatch("the end of the text") }
    }

    private func consumeEnd(_ bracket: UInt8) throws -> Bool {
        guard try peek() == bracket else { return false }
        consume(1)
        return true
    }
}

// MARK: - Values

extension JSONStream {
    /// Skips the next value of any type, and checks it.
    package func skipValue() throws { consume(try span("a value")) }

    /// Reads the next value.
    ///
    /// - Parameter body: receives its text and its reader, neither of which may escape the call.
    package func readValue<R>(_ body: (UnsafeRawBufferPointer, JSONReader) throws -> R) throws -> R {
        let text = text(try span("a value"))
        var outcome: Result<R, any Error>?
        do throws(JSONFailure) {
            try JSONReader.read(text, depth: depth) { reader in
                outcome = Result { try body(text, reader) }
            }
        } catch {
            throw syntaxError(error)
        }
        consume(text.count)
        return try outcome.unsafelyUnwrapped.get()
    }

    /// Reads the next value, which must be a string without a NUL.
    ///
    /// - Parameter expected: its name in the error.
    package func string(_ expected: String = "a string") throws -> String {
        guard try peek() == UInt8(ascii: "\"") else { throw try mismatch(expected) }
        let text = text(try span(expected))
        let string: String
        do throws(JSONFailure) { string = try JSONReader.read(text, depth: 0) { $0.string ?? "" } } catch {
            throw syntaxError(error)
        }
        guard !string.hasNUL else {
            throw JSONSyntaxError(
                kind: .syntax, offset: offset, text: "found a NUL in a text; \(expected) without one is expected")
        }
        consume(text.count)
        return string
    }

    private func text(_ count: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: memory[start..<start + count])
    }

    /// Returns the length of the next value in bytes, all of which are then in the window, and have been checked.
    private func span(_ expected: String) throws -> Int {
        guard try peek() != nil else { throw try mismatch(expected) }
        while true {
            let window = memory[start..<end]
            var text = JSONText(window, depth: depth)
            defer { text.free() }
            let stop = text.skip(text.start, depth: 0)
            // A value at the end of the window may continue, and an error there may disappear with the bytes that
            // follow: a word, an escape, or a character.
            let place = stop ?? text.problem?.place ?? text.end
            guard text.end - place < JSONStream.longestToken, !isAtEnd else {
                guard let stop else {
                    throw text.problem?.place == text.start ? try mismatch(expected) : text.error.moved(by: offset)
                }
                return stop - text.start
            }
            try fill()
        }
    }

    /// The length of the longest token, rounded up: of a pair of escapes.
    private static let longestToken = 16

    private func syntaxError(_ failure: JSONFailure) -> any Error {
        switch failure {
        case .syntax(let error): error.moved(by: offset)
        case .shape(let failure): failure
        }
    }

    /// Returns the error for the unexpected text at the present position.
    private func mismatch(_ expected: String) throws -> JSONSyntaxError {
        // A byte order mark has three bytes.
        _ = try byte(2)
        let text = JSONText(memory[start..<end], depth: depth)
        return text.unexpected(at: text.start, expected, isFirst: offset == 0).moved(by: offset)
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

    private func consume(_ count: Int) {
        start += count
        offset += count
    }

    /// Reads bytes into the rest of the window, which grows if it is full; false at the end of the text.
    @discardableResult
    private func fill() throws -> Bool {
        if isAtEnd { return false }
        if end == memory.count { try makeRoom() }
        // A value is scanned anew each time: the more bytes, the better.
        while !isAtEnd, end < memory.count {
            let count = try source(offset + end - start, UnsafeMutableRawBufferPointer(rebasing: memory[end...]))
            isAtEnd = count <= 0
            end += max(0, count)
        }
        return end > start
    }

    private func makeRoom() throws {
        var room = memory
        if start == 0 {
            guard end < JSONStream.longest else {
                throw JSONSyntaxError(kind: .memory, offset: offset, text: "found a value of over \(end) bytes")
            }
            room = .allocate(byteCount: memory.count * 2, alignment: 16)
        }
        room.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[start..<end]))
        if start == 0 { memory.deallocate() }
        memory = room
        (start, end) = (0, end - start)
    }
}
