extension SourceWriter {
    /// A doc comment whose lines begin with a mark, such as `///`; nothing if there is no text.
    func documentation(_ text: String, mark: String) {
        if text.isEmpty { return }
        for each in PlainText.wrapped(text, width: 110 - 4 * depth) {
            let text = each.drop { $0 == " " }.isEmpty ? "" : each
            line(text.isEmpty ? mark : "\(mark) \(text)")
        }
    }

    /// A doc comment between `/**` and `*/`; nothing if there is no text.
    func documentationBlock(_ text: String) {
        if !text.isEmpty { line(SourceWriter.block(text)) }
    }

    static func block(_ text: String) -> String {
        let lines = PlainText.lines(text).map(PlainText.uncommented)
        return lines.count == 1 ? "/** \(lines[0]) */" : "/**\n" + lines.map { " * \($0)\n" }.joined() + " */"
    }
}
