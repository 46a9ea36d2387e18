/// Texts of a catalog, which may be hostile, made fit for source code: no text ends the comment or the literal that it stands in.
enum PlainText {
    /// The lines of a text for a comment: every language's line breaks are ends of lines, and what an editor does not show as it
    /// stands (control characters, marks that turn the direction of writing, byte order marks) is U+FFFD.
    static func lines(_ text: String) -> [String] {
        var lines: [String] = []
        var line = String.UnicodeScalarView()
        var hadReturn = false
        for scalar in text.unicodeScalars {
            if isLineBreak(scalar) {
                // A carriage return and a line feed are one break.
                if !(hadReturn && scalar == "\n") {
                    lines.append(String(line))
                    line = String.UnicodeScalarView()
                }
            } else {
                line.append(isPlain(scalar) ? scalar : "\u{fffd}")
            }
            hadReturn = scalar == "\r"
        }
        return lines + [String(line)]
    }

    /// The lines of a text, of which none is longer than a width where a space allows it.
    static func wrapped(_ text: String, width: Int) -> [String] {
        lines(text).flatMap { line -> [String] in
            guard line.count > width else { return [line] }
            var wrapped: [String] = [], present = ""
            for word in line.split(separator: " ", omittingEmptySubsequences: false) {
                if !present.isEmpty, present.count + 1 + word.count > width {
                    wrapped.append(present)
                    present = String(word)
                } else {
                    present = present.isEmpty && wrapped.isEmpty ? String(word) : present + " " + word
                }
            }
            return wrapped + [present]
        }
    }

    /// The same in one line.
    static func line(_ text: String) -> String { lines(text).joined(separator: " ") }

    /// Sentences behind each other, without those that are empty.
    static func sentences(_ texts: String...) -> String { texts.filter { !$0.isEmpty }.joined(separator: " ") }

    /// A text without the marks of a comment between `/*` and `*/`, which nest in some languages.
    static func uncommented(_ line: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in line.unicodeScalars {
            if let last = result.last, last == "*" && scalar == "/" || last == "/" && scalar == "*" {
                result.append(" ")
            }
            result.append(scalar)
        }
        return String(result)
    }

    /// A text in a docstring of Python. A letter may have marks on it that Swift takes for a part of the quote before it, so it is the
    /// scalars that are looked at, here as elsewhere.
    static func docstring(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var quotes = 0
        for scalar in lines(text).joined(separator: "\n").unicodeScalars {
            quotes = scalar == "\"" ? quotes + 1 : 0
            if scalar == "\\" || quotes == 3 { result.append("\\") }
            if quotes == 3 { quotes = 0 }
            result.append(scalar)
        }
        // The last quote would be one of those that end the docstring.
        if result.last == "\"" { result.append(" ") }
        return String(result)
    }

    /// A literal between quotes in ASCII. The escapes of backslashes, quotes, tabs and line breaks are the same in all languages.
    ///
    /// - Parameters:
    ///   - quote: what it stands between.
    ///   - escapesDollar: whether `$` begins a template.
    ///   - escape: the escape of another character.
    static func literal(
        _ text: String, quote: Unicode.Scalar = "\"", escapesDollar: Bool = false, _ escape: (Unicode.Scalar) -> String
    ) -> String {
        var result = String(quote)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += #"\\"#
            case quote: result += #"\"# + String(quote)
            case "\n": result += #"\n"#
            case "\r": result += #"\r"#
            case "\t": result += #"\t"#
            case "$" where escapesDollar: result += #"\$"#
            case " "..."~": result.unicodeScalars.append(scalar)
            default: result += escape(scalar)
            }
        }
        return result + String(quote)
    }

    /// `\u00e4`, and of a character beyond the first 65 536 two of them, as in JSON.
    static func utf16Escape(_ scalar: Unicode.Scalar) -> String {
        String(scalar).utf16.map { #"\u"# + hex($0, 4) }.joined()
    }

    /// `\u00e4`, and `\U0001f600`.
    static func longEscape(_ scalar: Unicode.Scalar) -> String {
        scalar.value > 0xffff ? #"\U"# + hex(scalar.value, 8) : #"\u"# + hex(scalar.value, 4)
    }

    /// `\u{e4}`
    static func bracedEscape(_ scalar: Unicode.Scalar) -> String { #"\u{"# + String(scalar.value, radix: 16) + "}" }

    private static func hex(_ number: some BinaryInteger, _ digits: Int) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: digits - text.count) + text
    }

    /// Line breaks of Python, Kotlin, TypeScript or Swift, and what editors take for one.
    private static func isLineBreak(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\n", "\r", "\u{b}", "\u{c}", "\u{85}", "\u{2028}", "\u{2029}": true
        default: false
        }
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control: scalar == "\t"
        // Those that join letters or keep them apart are part of a script's spelling.
        case .format: scalar == "\u{200c}" || scalar == "\u{200d}"
        default: true
        }
    }
}
