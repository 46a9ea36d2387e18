import AditJSON

/// Returns a text without the middle of what is long in it: a failure of ten thousand lines is not readable, and may
/// take a terminal or a report of CI minutes. What was left out is named in its place.
///
/// - Parameters:
///   - lines: the largest number of lines, of which two thirds are from the beginning.
///   - columns: the largest number of characters of a line, likewise.
func abridged(_ text: String, lines: Int = 120, columns: Int = 600) -> String {
    // Most are short; the number of bytes says so at once.
    guard text.utf8.count > columns || text.utf8.count(where: { $0 == UInt8(ascii: "\n") }) >= lines else {
        return text
    }
    let all = text.split(separator: "\n", omittingEmptySubsequences: false)
    return withoutMiddle(all, atMost: lines) {
        "… \($0.counted("line")) left out; ADIT_TEST_LOG=1 shows them …"
    }
    .map { abridged(line: $0, columns) }
    .joined(separator: "\n")
}

private func abridged(line: Substring, _ columns: Int) -> String {
    guard line.utf8.count > columns else { return String(line) }
    let characters = line.map { Substring(String($0)) }
    return withoutMiddle(characters, atMost: columns) { " … \($0.counted("character")) left out … " }.joined()
}

/// Returns the first two thirds and the last third of what is allowed; between them, how many are left out.
private func withoutMiddle(
    _ all: [Substring], atMost count: Int, _ gap: (_ leftOut: Int) -> String
) -> [Substring] {
    guard all.count > count else { return all }
    let (head, tail) = (count * 2 / 3, count / 3)
    return all.prefix(head) + [Substring(gap(all.count - head - tail))] + all.suffix(tail)
}
