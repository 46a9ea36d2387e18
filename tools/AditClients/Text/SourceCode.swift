extension String {
    /// The source text without its literals and comments, which may have any text of a catalog: what is looked for in it is code.
    ///
    /// - Parameter comment: what begins a comment that ends with its line. With `#`, as in Python, `'` is a quote as well.
    func codeAlone(comment: String = "//") -> String {
        let quotes = comment == "#" ? ["\"\"\"", "\"", "'"] : ["\"", "`"]
        let texts =
            [(comment, "\n"), ("/*", "*/")].map { (begin: $0, end: $1, hasEscapes: false) }
            + quotes.map { (begin: $0, end: $0, hasEscapes: $0 != "`") }
        var code = String()
        var rest = utf8[...]
        while let byte = rest.first {
            guard let text = texts.first(where: { rest.starts(with: $0.begin.utf8) }) else {
                code.unicodeScalars.append(UnicodeScalar(byte))
                rest.removeFirst()
                continue
            }
            rest = rest.dropFirst(text.begin.utf8.count)
            while !rest.isEmpty, !rest.starts(with: text.end.utf8) {
                rest = rest.dropFirst(text.hasEscapes && rest.first == UInt8(ascii: "\\") ? 2 : 1)
            }
            rest = rest.dropFirst(text.end.utf8.count)
            code += " "
        }
        return code
    }
}
