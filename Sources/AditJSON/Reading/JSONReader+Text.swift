/// Why a text could not be read.
// Indirect: one word, as a `CodingFailure` is.
public indirect enum JSONFailure: Error {
    /// It is not strict JSON, or exceeds a limit.
    case syntax(JSONSyntaxError)
    /// It is JSON of another type.
    case shape(CodingFailure)
}

extension JSONFailure {
    /// The failure of a text without a byte.
    @inline(never)
    fileprivate static var empty: JSONFailure {
        .syntax(JSONSyntaxError(offset: 0, found: "the end of the text", expected: "a value"))
    }

    /// The failure of a text that Adit itself has written or read before.
    @usableFromInline
    package func failure(of what: String) -> CodingFailure {
        switch self {
        case .shape(let failure): failure
        case .syntax(let error): CodingFailure(path: "", reason: "found \(what) no JSON: \(error.sentence)")
        }
    }
}

extension JSONReader {
    /// Reads a text: UTF-8, one value, no duplicate keys, no trailing characters.
    ///
    /// - Parameters:
    ///   - bytes: the text.
    ///   - depth: the maximum nesting of objects and arrays.
    ///   - values: the maximum number of values.
    ///   - body: reads the value, which borrows from the text and must not escape the call. The part that it leaves
    ///     unread is checked afterwards.
    /// - Throws: ``JSONFailure``: `syntax` whenever the text is not strict JSON, nests too deep or has too many values,
    ///   whatever `body` throws; otherwise `shape` with the error of `body`.
    /// - Complexity: O(n) in the length of the text.
    @inlinable
    @inline(__always)
    public static func read<R>(
        _ bytes: UnsafeRawBufferPointer, depth: Int, values: Int = .max,
        _ body: (JSONReader) throws(CodingFailure) -> R
    ) throws(JSONFailure) -> R {
        var result: R?
        try readText(bytes, depth: depth, values: values) { (reader) throws(CodingFailure) in
            result = try body(reader)
        }
        return result.unsafelyUnwrapped
    }

    // Not generic: so it is not compiled for each type.
    @usableFromInline
    package static func readText(
        _ bytes: UnsafeRawBufferPointer, depth: Int, values: Int,
        _ body: (JSONReader) throws(CodingFailure) -> Void
    ) throws(JSONFailure) {
        guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), !bytes.isEmpty else { throw .empty }
        var text = JSONText(start, count: bytes.count, depth: depth)
        defer { text.free() }
        var root = start
        guard text.byte(at: &root) != nil else {
            text.fail(.value, at: root)
            throw .syntax(text.error)
        }
        // A value has a byte, and all but the first have another one before it.
        if bytes.count / 2 >= values { try text.count(root, values) }
        var failure: CodingFailure?
        withUnsafeMutablePointer(to: &text) { text in
            do throws(CodingFailure) { try body(JSONReader(text, at: root, depth: 0)) } catch { failure = error }
        }
        text.checkRest(behind: root, isRead: failure == nil)
        if text.problem != nil { throw .syntax(text.error) }
        if let failure { throw .shape(failure) }
    }

    /// Reads a text that Adit itself has written or read before. It may nest 2048 levels: a file may have been altered, and
    /// reading a level may take a call.
    ///
    /// - Parameter what: the text's name in an error: `what is`. The error does not quote the text, which may have a
    ///   secret.
    /// - Throws: ``CodingFailure`` of `body`, or if it is not JSON nevertheless.
    @inlinable
    package static func read<R>(
        _ bytes: UnsafeRawBufferPointer, as what: String, _ body: (JSONReader) throws(CodingFailure) -> R
    ) throws(CodingFailure) -> R {
        do throws(JSONFailure) { return try read(bytes, depth: 2048, body) } catch {
            throw error.failure(of: what)
        }
    }
}

extension JSONReader {
    /// Reads `null`, which belongs to no other text.
    @inlinable
    package static func readNull<R>(
        _ body: (JSONReader) throws(CodingFailure) -> R
    ) throws(CodingFailure) -> R {
        let null: StaticString = "null"
        return try read(UnsafeRawBufferPointer(start: null.utf8Start, count: 4), as: "null that is", body)
    }

    /// Reads a text whose errors of syntax must come before anything that `body` does.
    package static func readChecked<R>(
        _ bytes: UnsafeRawBufferPointer, depth: Int, _ body: (JSONReader) throws(CodingFailure) -> R
    ) throws(JSONFailure) -> R {
        do throws(JSONSyntaxError) { try check(bytes, depth: depth) } catch { throw .syntax(error) }
        return try read(bytes, depth: depth, body)
    }

    /// Checks that a text is strict JSON.
    package static func check(_ bytes: UnsafeRawBufferPointer, depth: Int) throws(JSONSyntaxError) {
        do throws(JSONFailure) { try read(bytes, depth: depth) { _ in } } catch {
            if case .syntax(let error) = error { throw error }
        }
    }
}

extension JSONText {
    /// Checks what follows the outermost value, and the value itself if it was not read as a whole.
    fileprivate mutating func checkRest(behind root: Position, isRead: Bool) {
        guard problem == nil else { return }
        let stop = isRead && !isUnchecked ? end(of: root, depth: 0) : skip(root, depth: 0)
        guard var position = stop else { return }
        if byte(at: &position) != nil { fail(.end, at: position) }
    }

    /// Refuses a text with too many values, before it is read.
    @inline(never)
    fileprivate mutating func count(_ root: Position, _ values: Int) throws(JSONFailure) {
        (mostValues, valuesLeft) = (values, values)
        defer { valuesLeft = .max }
        if skip(root, depth: 0) == nil { throw .syntax(error) }
    }
}

// MARK: - Errors

extension JSONText {
    /// The first error of syntax, in words.
    var error: JSONSyntaxError {
        guard let problem else { return JSONSyntaxError(kind: .syntax, offset: nil, text: "not JSON") }
        let offset = problem.place - start
        func expected(_ what: String, found: String? = nil, _ quotation: String = "") -> JSONSyntaxError {
            guard let found else { return unexpected(at: problem.place, what) }
            return JSONSyntaxError(offset: offset, found: found, quotation: quotation, expected: what)
        }
        switch problem.reason {
        case .value: return expected("a value")
        case .valueOrEnd: return expected("a value or the end of the array")
        case .key: return expected("a key")
        case .keyOrEnd: return expected("a key or the end of the object")
        case .colon: return expected("a colon")
        case .commaOrBrace: return expected("a comma or the end of the object")
        case .commaOrBracket: return expected("a comma or the end of the array")
        case .end: return expected("the end of the text")
        case .digit: return expected("a digit")
        case .string: return expected("all of it", found: "the end of the text in a string")
        case .escape:
            return expected(#"one of \" \\ \/ \b \f \n \r \t, or \u with four digits"#, found: "an unknown escape")
        case .surrogate: return expected("a pair", found: "half of a surrogate pair")
        case .control:
            return expected("an escape", found: "the control character \(problem.place.pointee) in a string")
        case .encoding: return expected("UTF-8", found: "the byte \(problem.place.pointee)")
        case .nulInKey: return expected("one without", found: "a key with a NUL")
        case .doubledKey: return expected("one", found: "a key a second time", ", \(key(at: problem.place))")
        case .integer:
            return expected("one of 64 bits, or with an exponent", found: "a large number")
        case .number: return expected("one that a double can hold", found: "a large number")
        case .depth:
            return JSONSyntaxError(
                kind: .depth, offset: offset, text: "nested deeper than \(deepest.counted("level"))")
        case .values:
            return JSONSyntaxError(
                kind: .size, offset: nil,
                text: "the text has more than \(mostValues.counted("value")); limits.values allows no more")
        }
    }

    /// The error of a text that does not continue as expected.
    ///
    /// - Parameter isFirst: whether nothing stands before the text.
    func unexpected(at place: Position, _ expected: String, isFirst: Bool = true) -> JSONSyntaxError {
        let offset = place - start
        guard place < end else {
            return JSONSyntaxError(offset: offset, found: "the end of the text", expected: expected)
        }
        let rest = UnsafeBufferPointer(start: place, count: end - place)
        if isFirst, place == start, rest.starts(with: [0xEF, 0xBB, 0xBF]) {
            return JSONSyntaxError(offset: offset, found: "a byte order mark", expected: expected)
        }
        return JSONSyntaxError(offset: offset, found: "", quotation: quotation(of: rest), expected: expected)
    }

    /// Returns a word, a character, or a byte that is not printable.
    private func quotation(of text: UnsafeBufferPointer<UInt8>) -> String {
        let word = text.prefix(17).prefix { isLetter($0) }
        if word.count > 1 {
            return "'\(String(decoding: word.prefix(16), as: UTF8.self))\(word.count > 16 ? "…" : "")'"
        }
        let byte = text[0]
        return (0x21...0x7E).contains(byte) ? "'\(Character(Unicode.Scalar(byte)))'" : "the byte \(byte)"
    }

    /// The text of a key at a position, shortened.
    private func key(at place: Position) -> String {
        var copy = JSONText(place, count: end - place, depth: 0)
        defer { copy.free() }
        let key = place.pointee == UInt8(ascii: "\"") ? copy.readString(at: place, isKey: true)?.text.text : nil
        return key.map { "\"\($0.prefix(60))\"" } ?? "with escapes"
    }
}

private func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z") }
