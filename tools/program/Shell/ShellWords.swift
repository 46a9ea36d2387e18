import AditLibrary

/// A line as words: `todo add text="Buy milk" tags=["a", "b"]  # for Ann`.
///
/// A word goes up to a space that is outside of quotes and brackets; one that begins with `#` is a comment, as is all
/// behind it. `"…"` has the escapes of JSON, `'…'` has none.
struct ShellWords {
    struct Word {
        /// What is before the `=`; nil if there is none.
        var key: String?
        /// The text; what is behind the `=`.
        var value = ""
        /// Whether the value is in quotes.
        var isQuoted = false
        /// The number of the line's bytes before it.
        let start: Int
        /// The number of the line's bytes before the value.
        var valueStart: Int

        /// The word without a key: its `=` belongs to the value.
        var whole: Word {
            guard let key else { return self }
            return Word(value: "\(key)=\(value)", isQuoted: isQuoted, start: start, valueStart: start)
        }

        /// Returns the value as JSON; a text that does not begin as JSON does is a string.
        func json() throws(Fault) -> JSONValue {
            if isQuoted { return .string(value) }
            do { return try JSONValue(parsing: value) } catch {
                guard let first = value.unicodeScalars.first, "{[-0123456789".unicodeScalars.contains(first) else {
                    return .string(value)
                }
                throw Fault(text: "byte \(valueStart + (error.offset ?? 0)): \(error.text)")
            }
        }
    }

    private(set) var words: [Word] = []
    /// Whether the line ends behind a space: then another word begins.
    private(set) var endsBehindWord = true

    /// - Parameter isPart: whether the line goes on: an open quote or bracket ends with it.
    init(_ line: String, isPart: Bool = false) throws(Fault) {
        var reader = WordReader(line, isPart: isPart)
        while let word = try reader.next() {
            words.append(word)
            endsBehindWord = !reader.isAtEnd
        }
    }

    /// Whether a text is no word, or another one, unless it is in quotes.
    static func needsQuotes(_ text: String) -> Bool { (try? ShellWords(text))?.words.map(\.whole.value) != [text] }
}

private struct WordReader {
    private let line: String
    private let isPart: Bool
    private var rest: Substring.UnicodeScalarView

    init(_ line: String, isPart: Bool) {
        (self.line, self.isPart) = (line, isPart)
        rest = line.unicodeScalars[...]
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// The number of bytes before the rest.
    private var place: Int { line.utf8.distance(from: line.startIndex, to: rest.startIndex) }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

    mutating func next() throws(Fault) -> ShellWords.Word? {
        rest = rest.drop(while: WordReader.isBlank)
        // Of a line that goes on, a comment is a word that nothing completes.
        guard let first = rest.first, first != "#" || isPart else { return nil }
        var word = ShellWords.Word(start: place, valueStart: place)
        while let scalar = rest.first, !WordReader.isBlank(scalar) {
            switch scalar {
            case "\"", "'":
                if word.value.isEmpty { word.isQuoted = true }
                word.value += try quoted()
            case "{", "[": word.value += try bracketed()
            case "=" where word.key == nil && !word.isQuoted && !word.value.isEmpty:
                rest.removeFirst()
                (word.key, word.value, word.valueStart) = (word.value, "", place)
            default:
                word.value.unicodeScalars.append(scalar)
                rest.removeFirst()
            }
        }
        return word
    }

    private mutating func quoted() throws(Fault) -> String {
        let quote = rest.removeFirst()
        var text = ""
        while let scalar = rest.first {
            if scalar == "\\", quote == "\"" {
                text += try escapes()
                continue
            }
            rest.removeFirst()
            if scalar == quote { return text }
            text.unicodeScalars.append(scalar)
        }
        if isPart { return text }
        throw Fault(text: "found a quote \(quote) without its end")
    }

    /// The text of some escapes. Those behind each other are read at once, for the halves of a surrogate pair are two.
    private mutating func escapes() throws(Fault) -> String {
        let (start, place) = (rest.startIndex, place)
        while rest.first == "\\" { rest = rest.dropFirst(rest.dropFirst().first == "u" ? 6 : 2) }
        let escapes = String(line[start..<rest.startIndex])
        do { return try JSONValue(parsing: "\"\(escapes)\"").string ?? "" } catch {
            if isPart { return escapes }
            throw Fault(text: "byte \(place + (error.offset ?? 1) - 1): \(error.text)")
        }
    }

    /// JSON, up to its last bracket.
    private mutating func bracketed() throws(Fault) -> String {
        var (text, depth, isText) = ("", 0, false)
        while let scalar = rest.popFirst() {
            text.unicodeScalars.append(scalar)
            if isText {
                if scalar == "\\", let escaped = rest.popFirst() { text.unicodeScalars.append(escaped) }
                if scalar == "\"" { isText = false }
                continue
            }
            switch scalar {
            case "\"": isText = true
            case "{", "[": depth += 1
            case "}", "]": depth -= 1
            default: break
            }
            if depth == 0 { return text }
        }
        if isPart { return text }
        throw Fault(text: "found \(text.prefix(40)) without its last bracket")
    }
}
