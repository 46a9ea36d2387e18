/// The end of a batch, as an entry of a journal tells it.
package struct JournalBatch {
    /// The revision of the state before it.
    package let from: Int
    package let revision: Int
    /// What it has changed, as an array, borrowed from the entry's text; nil where that is not known, as of an import.
    package let changes: JSONValue?

    /// Reads the entries of one or more batches, the last first.
    ///
    /// - Parameter body: returns false where it has enough.
    /// - Throws: ``CodingFailure`` where an entry is damaged.
    package static func forEach(
        inReversed entries: RowText, _ body: (JournalBatch) throws(CodingFailure) -> Bool
    ) throws(CodingFailure) {
        for line in entries.bytes.split(separator: UInt8(ascii: "\n")).reversed() where isBatch(line) {
            guard hasRightChecksum(UnsafeRawBufferPointer(rebasing: line)) else {
                throw CodingFailure(path: "", reason: "found an entry of the journal whose checksum is wrong")
            }
            // A history keeps what it finds in it.
            let document: JSONDocument
            do {
                let text = UnsafeRawBufferPointer(rebasing: line)
                document = try JSONDocument(parsing: text, depth: 2048, marksRounded: false)
            } catch {
                throw CodingFailure(path: "", reason: "found an entry of the journal that is no JSON: \(error.text)")
            }
            let goesOn = try document.withRoot { (root) throws(CodingFailure) in
                guard let batch = root["batch"], let from = batch["from"]?.integer,
                    let revision = batch["revision"]?.integer, let changes = batch["changes"]
                else {
                    throw CodingFailure(path: "", reason: "found an entry of the journal that is no batch's end")
                }
                return try body(
                    JournalBatch(
                        from: Int(from), revision: Int(revision), changes: changes.kind == .array ? changes : nil))
            }
            guard goesOn else { return }
        }
    }

    /// Whether an entry is a batch's end: `{"n":12,"batch":…`. Others need not be parsed.
    private static func isBatch(_ line: Slice<UnsafeRawBufferPointer>) -> Bool {
        guard let comma = line.firstIndex(of: UInt8(ascii: ",")) else { return false }
        return line[comma...].starts(with: #","batch":"#.utf8)
    }
}
