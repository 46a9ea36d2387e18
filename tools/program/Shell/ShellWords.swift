/// A line as words: `todo add text="Buy milk" tags=["a", "b"]`.
///
/// A word goes up to a space that is outside of quotes and brackets. `"…"` has the escapes of JSON, `'…'` has none.
struct ShellWords {
    struct Word {
        /// What is before the `=`; nil if there is none.
        var key: String?
        /// The text; what is behind the `=`.
        var value: String
        /// Whether the value is in quotes.
        var isQuoted = false
        /// The number of the line's bytes before it.
        let start: Int
    }

    /// Why a line is no words.
    struct Fault: Error {
        let text: String
    }

    private(set) var words: [Word] = []
    /// Whether the line ends behind a space: then another word begins.
    private(set) var endsBehindWord = true

    /// - Parameter isPart: whether the line goes on: an open quote or bracket ends with it.
    init(_ line: String, isPart: Bool = false) throws(Fault) {
        var scalars = Array(line.unicodeScalars)[...]
        let all = scalars
        func offset(_ place: Int) -> Int { all[..<place].reduce(0) { $0 + UTF8.width($1) } }
        while true {
            while scalars.first == " " || scalars.first == "\t" { scalars.removeFirst() }
            guard !scalars.isEmpty else { break }
            var word = Word(value: "", start: offset(scalars.startIndex))
            while let scalar = scalars.first, scalar != " ", scalar != "\t" {
                switch scalar {
                case "\"", "'":
                    if word.value.isEmpty { word.isQuoted = true }
                    word.value += try ShellWords.quoted(&scalars, isPart)
                case "{", "[": word.value += try ShellWords.bracketed(&scalars, isPart)
                case "=" where word.key == nil && !word.isQuoted && !word.value.isEmpty:
                    word.key = word.value
                    word.value = ""
                    scalars.removeFirst()
                default:
                    word.value.unicodeScalars.append(scalar)
                    scalars.removeFirst()
                }
            }
            endsBehindWord = !scalars.isEmpty
            words.append(word)
        }
    }

    private static func quoted(
        _ scalars: inout ArraySlice<UnicodeScalar>, _ isPart: Bool
    ) throws(Fault) -> String {
        let quote = scalars.removeFirst()
        var text = ""
        while let scalar = scalars.popFirst() {
            if scalar == quote { return text }
            guard scalar == "\\", quote == "\"", let escaped = scalars.popFirst() else {
                text.unicodeScalars.append(scalar)
                continue
            }
            switch escaped {
            case "n": text += "\n"
            case "t": text += "\t"
            case "r": text += "\r"
            default: text.unicodeScalars.append(escaped)
            }
        }
        if isPart { return text }
        throw Fault(text: "found a quote \(quote) without its end")
    }

    /// JSON, up to its last bracket.
    private static func bracketed(
        _ scalars: inout ArraySlice<UnicodeScalar>, _ isPart: Bool
    ) throws(Fault) -> String {
        var (text, depth, isText) = ("", 0, false)
        while let scalar = scalars.popFirst() {
            text.unicodeScalars.append(scalar)
            if isText {
                if scalar == "\\", let escaped = scalars.popFirst() { text.unicodeScalars.append(escaped) }
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
