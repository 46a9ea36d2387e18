import Adit
import AditLibrary

/// Text with colours, on a terminal that has them.
struct Style {
    enum Colour: String {
        case key = "34"
        case string = "32"
        case number = "36"
        case word = "35"
        case heading = "1"
        case error = "31"
        case faint = "2"
        case addition = "32;1"
    }

    let hasColours: Bool

    func paint(_ text: String, _ colour: Colour) -> String {
        hasColours && !text.isEmpty ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text
    }
}

/// Values for people: members below each other with their values in a column, and tables as tables.
struct ValueText {
    let style: Style
    /// The columns of the terminal, at which cells of tables are cut; nil: nothing is cut.
    let width: Int?

    /// How long an object or an array may be to be in one line.
    private static let longestLine = 72

    /// The lines of a value, each behind an indent.
    func lines(of value: JSONValue, indent: Int = 0) -> [String] {
        let margin = String(repeating: " ", count: indent)
        if let rows = TableRows(value) { return table(rows).map { margin + $0 } }
        switch value {
        case .object(let members) where !isShort(value):
            let names = members.map { $0.key.escapingControls().columns }.max() ?? 0
            return members.flatMap { member -> [String] in
                let name = member.key.escapingControls()
                let key = style.paint(name, .key)
                if isShort(member.value) {
                    let gap = String(repeating: " ", count: names - name.columns + 2)
                    return [margin + key + gap + line(of: member.value)]
                }
                return [margin + key] + lines(of: member.value, indent: indent + 2)
            }
        case .array(let elements) where !isShort(value):
            return elements.flatMap { element -> [String] in
                isShort(element)
                    ? [margin + line(of: element)]
                    : ["\(margin)-"] + lines(of: element, indent: indent + 2)
            }
        default: return [margin + line(of: value)]
        }
    }

    /// Whether a value is shown in one line: one without parts, or with few.
    private func isShort(_ value: JSONValue) -> Bool {
        if TableRows(value) != nil { return false }
        switch value {
        case .array(let elements):
            return elements.allSatisfy { !$0.hasParts } && value.description.columns <= ValueText.longestLine
        case .object(let members): return members.isEmpty
        default: return true
        }
    }

    /// A value as JSON in one line.
    func line(of value: JSONValue) -> String {
        switch value {
        case .string: style.paint(value.description.escapingControls(), .string)
        case .number: style.paint(value.description, .number)
        case .null, .bool: style.paint(value.description, .word)
        case .array(let elements): "[" + elements.map(line).joined(separator: ", ") + "]"
        case .object(let members):
            "{"
                + members.map { member in
                    let key = JSONValue.string(member.key).description.escapingControls()
                    return "\(style.paint(key, .key)): \(line(of: member.value))"
                }.joined(separator: ", ") + "}"
        }
    }

    // MARK: Tables

    private func table(_ table: TableRows) -> [String] {
        guard !table.rows.isEmpty else { return [style.paint("(empty)", .faint)] }
        let heads = table.columns.map { $0.escapingControls() }
        let widths = heads.indices.map { column in
            max(heads[column].columns, table.rows.map { $0[column].map { cell($0).columns } ?? 0 }.max() ?? 0)
        }
        let shown = fitted(widths)
        func row(_ cells: [(text: String, colour: Style.Colour)]) -> String {
            cells.enumerated().map { index, cell in
                let text = cell.text.cut(to: shown[index])
                return style.paint(text, cell.colour) + String(repeating: " ", count: shown[index] - text.columns)
            }.joined(separator: "  ").trimmedEnd
        }
        return [row(heads.map { ($0, .key) })]
            + table.rows.map { cells in row(cells.map { ($0.map(cell) ?? "", $0.map(colour) ?? .faint) }) }
    }

    /// A string stands without quotes, if it needs none.
    private func cell(_ value: JSONValue) -> String {
        let json = value.description.escapingControls()
        guard case .string(let text) = value, json.utf8.count == text.utf8.count + 2, !text.isEmpty else { return json }
        return text
    }

    private func colour(_ value: JSONValue) -> Style.Colour {
        switch value {
        case .string: .string
        case .number: .number
        case .null, .bool: .word
        case .array, .object: .faint
        }
    }

    /// The widths of columns that fit into the terminal: the widest are cut.
    private func fitted(_ widths: [Int]) -> [Int] {
        guard let width else { return widths }
        var widths = widths
        while widths.reduce(0, +) + 2 * (widths.count - 1) > width, let widest = widths.max(), widest > 8,
            let place = widths.firstIndex(of: widest)
        {
            widths[place] -= 1
        }
        return widths
    }
}

/// The rows of a table of the state, or of an array of objects, with all their keys as columns.
private struct TableRows {
    private(set) var columns: [String] = []
    private(set) var rows: [[JSONValue?]] = []

    /// Nil if the value is not a table.
    init?(_ value: JSONValue) {
        let elements: [JSONValue]
        if let entities = value["entities"]?.object, let ids = value["ids"]?.array, value.object?.count == 2 {
            elements = ids.compactMap { entities[$0.string ?? $0.description] }
            if !ids.isEmpty, elements.first?.object == nil { return nil }
        } else if let array = value.array, array.count > 1, array.allSatisfy({ $0.object != nil }) {
            elements = array
        } else {
            return nil
        }
        var seen: Set<ByteString> = []
        for element in elements {
            for member in element.object ?? JSONValue.Object() where seen.insert(ByteString(member.key)).inserted {
                columns.append(member.key)
            }
        }
        rows = elements.map { element in columns.map { element[$0] } }
    }
}
