/// Lines in three columns: a name, indented; what belongs to it; what it is for.
struct CatalogLines {
    /// How wide the second column may be. What is longer goes on in another line.
    private static let widest = 48
    /// How much room there must be for the third column if it is cut at the terminal's edge.
    private static let leastRoom = 20

    private struct Line {
        let name: String
        /// As many pieces as fit into a line; at least one line if there are labels.
        let labels: [String]
        let doc: Substring
    }

    private var lines: [Line] = []

    /// - Parameters:
    ///   - labels: texts with ", " or " | " between, where they may be broken.
    ///   - doc: of which the first line is shown.
    mutating func add(_ indent: Int, _ name: String, _ labels: String = "", _ doc: String? = nil) {
        lines.append(
            Line(
                name: String(repeating: " ", count: indent) + name, labels: CatalogLines.broken(labels),
                doc: (doc ?? "").prefix { $0 != "\n" }))
    }

    var isEmpty: Bool { lines.isEmpty }

    /// The lines with their columns below each other.
    ///
    /// - Parameter width: the columns of the terminal, where the third column is cut; nil: there is no terminal.
    func text(width: Int?) -> String {
        let second = (lines.map { $0.name.columns }.max() ?? 0) + 2
        // A label has a space at its end, so there is one more before the third column.
        let third = second + 2 + (lines.lazy.flatMap(\.labels).map(\.columns).max() ?? 0)
        let room = width.map { $0 - third } ?? 0
        var text = ""
        for line in lines {
            var (row, end) = (line.name, line.name.columns)
            func move(to column: Int) {
                row += String(repeating: " ", count: max(column - end, 0))
                end = max(column, end)
            }
            if let first = line.labels.first {
                move(to: second)
                let shown = first.trimmedEnd
                row += shown
                end += shown.columns
            }
            if !line.doc.isEmpty {
                move(to: third)
                let doc = String(line.doc)
                row += room > CatalogLines.leastRoom ? doc.cut(to: room) : doc
            }
            text += row + "\n"
            for label in line.labels.dropFirst() {
                text += String(repeating: " ", count: second) + label.trimmedEnd + "\n"
            }
        }
        return text
    }

    /// Breaks labels behind a comma or a bar, so that as many pieces are in a line as fit.
    private static func broken(_ labels: String) -> [String] {
        var (lines, line, piece) = ([String](), "", "")
        func take() {
            if !line.isEmpty, line.columns + piece.columns > widest {
                lines.append(line)
                line = ""
            }
            line += piece
            piece = ""
        }
        for character in labels.unicodeScalars {
            piece.unicodeScalars.append(character)
            if piece.hasSuffix(", ") || piece.hasSuffix(" | ") { take() }
        }
        take()
        return line.isEmpty ? lines : lines + [line]
    }
}
