import AditJSON

/// A buffer of a journal's lines for a store or a recording. The core's loop.
final class JournalLines {
    /// The amount of data about messages to the host, and about replaced states.
    let detail: Journal.Detail
    let text = JSONWriter()
    /// The start of the line of the last batch, which may be replaced.
    @exclusivity(unchecked) var batchStart = 0

    init(_ detail: Journal.Detail) { self.detail = detail }

    /// Adds a line.
    ///
    /// - Parameters:
    ///   - line: the entry, without the brace at its end.
    ///   - more: writes the members that this kind of lines has in addition.
    func add(_ line: UnsafeRawBufferPointer, _ more: (JSONWriter) -> Void) {
        let start = text.count
        text.write(raw: line)
        more(text)
        // The checksum covers everything before the comma.
        let end = text.count
        text.write(literal: #","sum":"#)
        text.writeChecksum(of: start..<end)
        text.write(literal: "}\n")
    }

    func dropAll() {
        text.removeAll(keepingUpTo: 1 << 16)
        batchStart = 0
    }
}
