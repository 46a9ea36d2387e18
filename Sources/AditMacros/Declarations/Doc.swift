import SwiftSyntax

/// The documentation of a declaration: the text of its doc comments.
struct Doc {
    /// The text without the descriptions of parameters.
    private(set) var text = ""
    /// The descriptions of the parameters.
    private(set) var parameters: [String: String] = [:]

    var isEmpty: Bool { text.isEmpty && parameters.isEmpty }

    /// Reads the comments directly before a node.
    init(before node: some SyntaxProtocol) {
        let previous = node.previousToken(viewMode: .sourceAccurate)
        // A trailing line comment documents the declaration before it, except after a bracket; `/** … */` does not.
        let isBehindBracket = previous?.tokenKind == .leftParen
        let before = previous?.trailingTrivia.filter { isBehindBracket || !$0.isLineComment } ?? []
        var lines: [Substring] = []
        // Consecutive lines with three slashes share a margin.
        var run: [Substring] = []
        for piece in before + node.leadingTrivia.pieces {
            switch piece {
            case .docLineComment(let comment): run.append(comment.dropFirst(3))
            case .docBlockComment(let comment):
                lines += run.withoutMargin + Doc.lines(ofBlock: comment)
                run = []
            default: break
            }
        }
        read((lines + run.withoutMargin).withoutEmptyEnds)
    }

    private static func lines(ofBlock comment: String) -> [Substring] {
        let lines = comment.dropFirst(3).dropLast(2).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        // The first line follows the opening mark. Each other line may begin with a star.
        let rest = lines.dropFirst().map { line in
            let text = line.drop { $0 == " " || $0 == "\t" }
            return text.hasPrefix("* ") || text == "*" ? text.dropFirst() : line
        }
        return lines.prefix(1).withoutMargin + rest.withoutMargin
    }

    /// Separates the descriptions of parameters from the rest.
    private mutating func read(_ lines: [Substring]) {
        var own: [Substring] = []
        var current: String?
        var isInList = false
        for line in lines {
            let words = line.drop { $0 == " " }
            let isIndented = words.count < line.count
            if !isIndented, let entry = Doc.entry(words, after: "- Parameter ") {
                (current, isInList) = (entry.name, false)
                parameters[entry.name] = entry.text
            } else if !isIndented, words.hasPrefix("- Parameters:") {
                (current, isInList) = (nil, true)
            } else if isIndented, isInList, let entry = Doc.entry(words, after: "- ") {
                current = entry.name
                parameters[entry.name] = entry.text
            } else if isIndented, let name = current {
                parameters[name, default: ""] += "\n" + words
            } else {
                if !words.isEmpty { (current, isInList) = (nil, false) }
                own.append(line)
            }
        }
        text = own.withoutEmptyEnds.joined(separator: "\n")
    }

    /// Parses `- Parameter name: text`.
    private static func entry(_ line: Substring, after mark: String) -> (name: String, text: String)? {
        guard line.hasPrefix(mark), let colon = line.firstIndex(of: ":") else { return nil }
        let name = line[..<colon].dropFirst(mark.count).filter { $0 != "`" && $0 != " " }
        return (name, String(line[colon...].dropFirst().drop { $0 == " " }))
    }
}

extension TriviaPiece {
    fileprivate var isLineComment: Bool {
        if case .docLineComment = self { true } else { false }
    }
}

extension Sequence<Substring> {
    /// The lines without their common indentation and trailing white space.
    fileprivate var withoutMargin: [Substring] {
        let lines = map { line in line.lastIndex { !$0.isWhitespace }.map { line[...$0] } ?? "" }
        let margin = lines.filter { !$0.isEmpty }.map { $0.prefix(while: \.isWhitespace).count }.min() ?? 0
        return lines.map { $0.dropFirst(margin) }
    }
}

extension [Substring] {
    /// The lines without empty ones at both ends.
    fileprivate var withoutEmptyEnds: [Substring] {
        guard let first = firstIndex(where: { !$0.isEmpty }), let last = lastIndex(where: { !$0.isEmpty }) else {
            return []
        }
        return Array(self[first...last])
    }
}
