import AditJSON

/// The end of a batch, as recorded in an entry of a journal.
package struct JournalBatch {
    /// The revision of the state before the batch.
    package let from: Int
    package let revision: Int
    /// Its changes, as an array borrowed from the entry's text; nil if unknown, as for an import.
    package let changes: JSONReader?

    /// Reads the entries of one or more batches in reverse order.
    ///
    /// - Parameter body: returns false to stop.
    /// - Throws: ``CodingFailure`` if an entry is damaged.
    package static func forEach(
        inReversed entries: RowText, _ body: (JournalBatch) throws(CodingFailure) -> Bool
    ) throws(CodingFailure) {
        for line in entries.bytes.split(separator: UInt8(ascii: "\n")).reversed() where isBatch(line) {
            guard hasRightChecksum(UnsafeRawBufferPointer(rebasing: line)) else {
                throw CodingFailure(path: "", reason: "found an entry of the journal whose checksum is wrong")
            }
            guard try read(line, { (batch, _) throws(CodingFailure) in try body(batch) }) else { return }
        }
    }

    /// Reads an entry.
    ///
    /// - Parameter body: receives the batch, and the entry's object for it.
    /// - Throws: ``CodingFailure`` if it is no batch's end.
    static func read<R>(
        _ line: Slice<UnsafeRawBufferPointer>, _ body: (JournalBatch, JSONReader) throws(CodingFailure) -> R
    ) throws(CodingFailure) -> R {
        let text = UnsafeRawBufferPointer(rebasing: line)
        return try JSONReader.read(text, as: "an entry of the journal that is") { (root) throws(CodingFailure) in
            guard let batch = root["batch"], let from = batch["from"]?.integer,
                let revision = batch["revision"]?.integer, let changes = batch["changes"]
            else { throw CodingFailure(path: "", reason: "found an entry of the journal that is no batch's end") }
            return try body(
                JournalBatch(from: Int(from), revision: Int(revision), changes: changes.isArray ? changes : nil), batch)
        }
    }

    /// Returns whether an entry is a batch's end: `{"n":12,"batch":…`, as a journal writes it. Others need not be parsed.
    package static func isBatch(_ line: Slice<UnsafeRawBufferPointer>) -> Bool {
        let start = #"{"n":"#.utf8
        guard line.starts(with: start) else { return false }
        let rest = line.dropFirst(start.count).drop { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        return rest.starts(with: #","batch":"#.utf8)
    }
}
