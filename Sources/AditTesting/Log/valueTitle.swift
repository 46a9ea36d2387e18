internal import CustomDump

/// Returns a value on one line, for a log: `TodoItem(text: "milk", completed: false)`.
func valueTitle(_ value: Any) -> String {
    var title = ""
    for line in String(customDumping: value).split(separator: "\n") {
        let line = withoutIndex(line.drop { $0 == " " })
        let isFirst = title.isEmpty || title.hasSuffix("(") || title.hasSuffix("[")
        let isLast = line.hasPrefix(")") || line.hasPrefix("]")
        title += (isFirst || isLast ? "" : " ") + line
    }
    return shortened(title)
}

/// Returns a line of an array's dump without its index.
private func withoutIndex(_ line: Substring) -> Substring {
    guard line.hasPrefix("["), let end = line.firstIndex(of: "]") else { return line }
    let rest = line[end...].dropFirst()
    let isIndex = line[..<end].dropFirst().allSatisfy(\.isWholeNumber)
    return isIndex && rest.hasPrefix(": ") ? rest.dropFirst(2) : line
}

/// Returns a title, truncated if it is too long for a line.
func shortened(_ title: String) -> String { title.count > 160 ? title.prefix(159) + "…" : title }
