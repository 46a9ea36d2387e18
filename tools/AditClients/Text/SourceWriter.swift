/// Lines of source code.
final class SourceWriter {
    private(set) var text = ""
    /// How deep the present level is.
    private(set) var depth = 0
    private let unit: String

    /// - Parameter unit: the indentation of one level.
    init(indent unit: String = "    ") { self.unit = unit }

    /// Adds a text of lines at the present level.
    func line(_ lines: String = "") {
        for line in lines.split(separator: "\n", omittingEmptySubsequences: false) {
            if !line.isEmpty { text += String(repeating: unit, count: depth) + line }
            text += "\n"
        }
    }

    /// Adds an empty line, but not at the beginning of a block.
    func separate() { if !text.hasSuffix("{\n") { line() } }

    /// Adds lines one level deeper, between two others.
    func block(_ head: String, _ tail: String? = "}", _ body: (SourceWriter) -> Void) {
        line(head)
        indented(body)
        if let tail { line(tail) }
    }

    /// Adds lines one level deeper.
    func indented(_ body: (SourceWriter) -> Void) {
        depth += 1
        body(self)
        depth -= 1
    }

    /// Adds a function with its parameters, and its body one level deeper.
    func function(
        _ head: String, _ parameters: [String], _ tail: String, comma: String = "", width: Int = 116,
        _ body: (SourceWriter) -> Void
    ) {
        call(head, parameters, tail, comma: comma, width: width)
        indented(body)
        line("}")
    }

    /// Adds a list between a head and a tail: in one line if that is short, else each element in a line of its own.
    ///
    /// - Parameters:
    ///   - separator: what is between two elements.
    ///   - comma: what is behind the last one in a line of its own.
    func call(
        _ head: String, _ elements: [String], _ tail: String, separator: String = ",", comma: String = ",",
        width: Int = 116
    ) {
        let one = head + elements.joined(separator: separator + " ") + tail
        if elements.isEmpty || !one.contains("\n") && depth * unit.utf8.count + one.utf8.count <= width {
            return line(one)
        }
        block(head, tail) { writer in
            for (index, element) in elements.enumerated() {
                writer.line(element + (index < elements.count - 1 ? separator : comma))
            }
        }
    }
}
