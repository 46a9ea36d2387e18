import AditClients

/// The tokens of a source text without what its names, numbers and literals say, and without comments: two clients of which one
/// has hostile texts where the other has plain ones differ in nothing of this.
package struct SourceSkeleton: Equatable {
    /// `x` for a name, a number or a literal, a line break for any number of them, and else a sign. Of Python, the spaces at the
    /// beginning of a line as well.
    package private(set) var tokens: [String] = []
    /// What no compiler takes: a literal without an end, or a byte that is no text.
    package private(set) var faults: [String] = []

    private let language: Language
    private let bytes: [UInt8]
    private var at = 0
    /// How many parentheses and brackets are open.
    private var open = 0
    /// Whether the outermost parenthesis is one that Python needs where its content is in several lines.
    private var isWrapped = false

    package init(_ source: String, of language: Language) {
        self.language = language
        bytes = Array(source.utf8)
        while at < bytes.count { readToken() }
    }

    private func sees(_ text: String, at offset: Int = 0) -> Bool { bytes[(at + offset)...].starts(with: text.utf8) }

    private mutating func add(_ token: String) {
        // What is in parentheses or brackets is in one line, or in several ones with a comma behind the last.
        if token == "(", language == .python, open == 0, tokens.last == "=" { isWrapped = true }
        if "([".contains(token) { open += 1 }
        if ")]}".contains(token), tokens.last == "," { tokens.removeLast() }
        if isWrapped, open == 1, "()".contains(token) {
            if token == ")" { (isWrapped, open) = (false, 0) }
            return
        }
        if ")]".contains(token) { open -= 1 }
        // In these languages a line break means nothing outside of comments.
        if token.hasPrefix("\n"), open > 0 || [.cpp, .csharp, .java, .rust].contains(language) { return }
        if token == "\n", tokens.last?.hasPrefix("\n") != false { return }
        // Nor does it in Go behind these: a list in braces is in one line, or in several ones.
        if token == "\n", language == .go, let last = tokens.last, "{,".contains(last) { return }
        tokens.append(token)
    }

    private mutating func readToken() {
        let byte = bytes[at]
        switch byte {
        case UInt8(ascii: "\n"): readLineBreak()
        case UInt8(ascii: " "), UInt8(ascii: "\t"): at += 1
        case UInt8(ascii: "#") where language == .python: skipLine()
        case UInt8(ascii: "/") where language != .python && sees("//"): skipLine()
        case UInt8(ascii: "/") where language != .python && sees("/*"): skipBlock()
        case UInt8(ascii: "/") where language == .typescript && ["=", "("].contains(tokens.last): readExpression()
        case UInt8(ascii: "\""):
            readText(sees("\"\"\"") && [.python, .kotlin, .swift].contains(language) ? "\"\"\"" : "\"")
        // A lifetime of Rust.
        case UInt8(ascii: "'") where language == .rust && !sees("'", at: 2) && !sees("\\", at: 1): at += 1
        case UInt8(ascii: "'"): readText("'")
        case UInt8(ascii: "`") where language == .typescript: readTemplate()
        case UInt8(ascii: "`"): readRaw()
        case UInt8(ascii: "r") where language == .rust && sees("r#"): at += 2
        case UInt8(ascii: "@") where language == .csharp: at += 1
        case _ where isWord(byte):
            while at < bytes.count, isWord(bytes[at]) { at += 1 }
            add("x")
        case 0x21...0x7e:
            add(String(UnicodeScalar(byte)))
            at += 1
        default:
            faults.append("the byte \(byte) outside of comments and literals")
            at += 1
        }
    }

    private func isWord(_ byte: UInt8) -> Bool {
        let scalar = UnicodeScalar(byte)
        return byte < 128 && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_")
    }

    private mutating func readLineBreak() {
        var spaces = 0
        while at < bytes.count, bytes[at] == UInt8(ascii: "\n") || bytes[at] == UInt8(ascii: " ") {
            spaces = bytes[at] == UInt8(ascii: "\n") ? 0 : spaces + 1
            at += 1
        }
        let isCode = language == .python && at < bytes.count && bytes[at] != UInt8(ascii: "#")
        add(isCode ? "\n" + String(repeating: " ", count: spaces) : "\n")
    }

    private mutating func skipLine() {
        while at < bytes.count, bytes[at] != UInt8(ascii: "\n") { at += 1 }
    }

    private mutating func skipBlock() {
        let nests = [.kotlin, .swift, .rust].contains(language)
        var depth = 0
        while at < bytes.count {
            if sees("*/") {
                at += 2
                depth -= 1
                if depth == 0 || !nests { return }
            } else if sees("/*") {
                at += 2
                depth += 1
            } else {
                at += 1
            }
        }
        faults.append("a comment without an end")
    }

    private mutating func readText(_ quote: String) {
        at += quote.utf8.count
        while at < bytes.count {
            if sees(quote) {
                at += quote.utf8.count
                return add("x")
            }
            if bytes[at] == UInt8(ascii: "\n"), quote.utf8.count == 1 { break }
            at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
        }
        faults.append("a text without an end")
    }

    /// A regular expression of TypeScript.
    private mutating func readExpression() {
        var isInClass = false
        at += 1
        while at < bytes.count, isInClass || bytes[at] != UInt8(ascii: "/") {
            if bytes[at] == UInt8(ascii: "[") { isInClass = true }
            if bytes[at] == UInt8(ascii: "]") { isInClass = false }
            at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
        }
        at += 1
        add("x")
    }

    private mutating func readTemplate() {
        at += 1
        while at < bytes.count, bytes[at] != UInt8(ascii: "`") {
            guard sees("${") else {
                at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
                continue
            }
            at += 2
            var depth = 1
            while at < bytes.count {
                if bytes[at] == UInt8(ascii: "{") { depth += 1 }
                if bytes[at] == UInt8(ascii: "}") { depth -= 1 }
                if depth == 0 { break }
                readToken()
            }
            at += 1
        }
        at += 1
        add("x")
    }

    /// A raw text of Go, or an escaped name.
    private mutating func readRaw() {
        at += 1
        while at < bytes.count, bytes[at] != UInt8(ascii: "`") { at += 1 }
        at += 1
        add("x")
    }
}
