/// Lines of source code.
final class SourceWriter {
    private(set) var text = ""
    private var level = 0
    private let unit: String

    /// - Parameter unit: the indentation of one level.
    init(indent unit: String = "    ") { self.unit = unit }

    /// Adds a text of lines at the present level.
    func line(_ lines: String = "") {
        for line in lines.split(separator: "\n", omittingEmptySubsequences: false) {
            if !line.isEmpty { text += String(repeating: unit, count: level) + line }
            text += "\n"
        }
    }

    /// Adds lines one level deeper, between two others.
    func block(_ head: String, _ tail: String? = "}", _ body: (SourceWriter) -> Void) {
        line(head)
        level += 1
        body(self)
        level -= 1
        if let tail { line(tail) }
    }

    /// Takes the comma from the end of the last line: some languages allow none behind the last of a list.
    func dropLastComma() {
        if text.hasSuffix(",\n") { text = text.dropLast(2) + "\n" }
    }
}
