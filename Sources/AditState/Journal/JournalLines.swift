import AditJSON

/// Lines of a journal on their way to where they are kept. The core's loop.
final class JournalLines {
    /// How much is said of what was heard, and of states that were replaced.
    let detail: Journal.Detail
    let text = JSONWriter()
    /// Where the last batch's own line begins, so that another one can stand in its place.
    @exclusivity(unchecked) var batchStart = 0

    init(_ detail: Journal.Detail) { self.detail = detail }

    /// Adds a line.
    ///
    /// - Parameters:
    ///   - line: the entry, without the brace at its end.
    ///   - more: writes what this kind of lines has beside it.
    func add(_ line: UnsafeRawBufferPointer, _ more: (JSONWriter) -> Void) {
        let start = text.count
        text.write(raw: line)
        more(text)
        // Of all that is before the comma.
        let end = text.count
        text.write(literal: #","sum":"#)
        text.writeChecksum(of: start..<end)
        text.write(literal: "}\n")
    }

    func dropAll() {
        text.truncate(to: 0)
        text.shrink(to: 1 << 16)
        batchStart = 0
    }
}
