import AditLibrary

/// Values as text of several lines.
enum JSONLines {
    /// How long a line may be before it is broken, in bytes.
    private static let width = 100

    /// Returns a value as JSON, broken into lines where it would be longer than some hundred bytes; an array always is,
    /// after each element.
    static func lines(of value: JSONValue) -> String {
        var text = ""
        if let elements = value.array { add(elements, 0, to: &text) } else { add(value, 0, taken: 0, to: &text) }
        return text
    }

    /// Adds a value behind `taken` bytes in the line.
    private static func add(_ value: JSONValue, _ indent: Int, taken: Int, to text: inout String) {
        let line = value.description
        let isLong = taken + line.utf8.count > width
        switch value {
        case .array(let elements) where isLong && !elements.isEmpty: add(elements, indent, to: &text)
        case .object(let members) where isLong && !members.isEmpty:
            text += "{"
            for (index, member) in members.enumerated() {
                let head = JSONValue.string(member.key).description + ": "
                text += (index > 0 ? "," : "") + lineBreak(indent + 2) + head
                add(member.value, indent + 2, taken: indent + 2 + head.utf8.count, to: &text)
            }
            text += lineBreak(indent) + "}"
        default: text += line
        }
    }

    private static func add(_ elements: [JSONValue], _ indent: Int, to text: inout String) {
        text += "["
        for (index, element) in elements.enumerated() {
            text += (index > 0 ? "," : "") + lineBreak(indent + 2)
            add(element, indent + 2, taken: indent + 2, to: &text)
        }
        text += lineBreak(indent) + "]"
    }

    private static func lineBreak(_ indent: Int) -> String { "\n" + String(repeating: " ", count: indent) }
}

/// How two texts differ, a line each: those that were expected behind `-`, those that were found behind `+`, and a few
/// around them. Of very many, the first ones are shown.
struct LineDifference {
    /// How many lines around a difference are shown, and how many that differ.
    private static let (around, most) = (3, 200)

    private let expected: [Substring]
    private let found: [Substring]
    private let indent: String

    init(expected: String, found: String, indent: String) {
        // Without the comma at its end, which says nothing of the line itself.
        func split(_ text: String) -> [Substring] {
            text.split(separator: "\n", omittingEmptySubsequences: false).map {
                $0.utf8.last == UInt8(ascii: ",") ? $0.dropLast() : $0
            }
        }
        (self.expected, self.found, self.indent) = (split(expected), split(found), indent)
    }

    /// The lines.
    var lines: [String] {
        let partners = Alignment.partners(expected.count, found.count) {
            expected[$0].utf8.elementsEqual(found[$1].utf8)
        }
        var lines: [String] = []
        var (place, other, shown) = (0, 0, 0)
        func add(_ sign: String, _ line: Substring) {
            if shown <= LineDifference.most { lines.append("\(indent)\(sign) \(line)") }
            shown += 1
        }
        while place < expected.count || other < found.count {
            if shown > LineDifference.most {
                lines.append(indent + "  …")
                break
            }
            let first = place
            while place < expected.count, partners[place] == other + (place - first) { place += 1 }
            lines += same(first..<place)
            other += place - first
            while place < expected.count, partners[place] == nil {
                add("-", expected[place])
                place += 1
            }
            let end = place < expected.count ? partners[place] ?? found.count : found.count
            while other < end {
                add("+", found[other])
                other += 1
            }
        }
        return lines
    }

    /// The lines that are the same on both sides, but of many only those next to a difference.
    private func same(_ range: Range<Int>) -> [String] {
        let before = range.lowerBound == 0 ? 0 : LineDifference.around
        let behind = range.upperBound == expected.count ? 0 : LineDifference.around
        let isCut = range.count > before + behind + 1
        return range.compactMap { place in
            let offset = place - range.lowerBound
            if !isCut || offset < before || range.upperBound - place <= behind {
                return "\(indent)  \(expected[place])"
            }
            return offset == before ? indent + "  …" : nil
        }
    }
}
