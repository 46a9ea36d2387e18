import Adit
import AditHost
import AditJSON
import AditState

/// A reader of the entries in a store's journal. The retention determines the journal's first entry. A replay begins
/// with the first opening after which all changes are known, and with the state that undoing them restores.
final class StoredLines: RecordedLines {
    let detail = Journal.Detail.sums
    let torn: Int? = nil
    let last: [UInt8]?
    private var lines: ArraySlice<RecordedLine>
    private let all: Int
    let omitted: Int
    /// The state before the next entry, moved forward with each one.
    private let history: JSONHistory

    /// - Parameters:
    ///   - batches: the entries, row by row, the oldest first.
    ///   - state: the stored state.
    /// - Throws: ``HostError`` if there is no opening to begin with, ``ReplayDifference`` if an entry is damaged.
    init(_ path: String, _ batches: [[UInt8]], state: [UInt8]) throws {
        var lines: [RecordedLine] = []
        for batch in batches {
            for text in batch.split(separator: UInt8(ascii: "\n")) {
                lines.append(try RecordedLine(Array(text), place: lines.count + 1))
            }
        }
        history = try state.withUnsafeBytes { (text) throws(JSONSyntaxError) in
            try JSONHistory(JSONPointer([]), base: text)
        }
        last = state
        all = lines.count
        var (begin, reached, obstacle) = (Int?.none, lines.count, "a larger retention would let it")
        for index in lines.indices.reversed() {
            if lines[index].kind == .gap {
                obstacle = "line \(index + 1) is a gap: more entries waited for a batch than are kept"
                break
            }
            if lines[index].kind == .batch, try !StoredLines.apply(history, lines[index], backwards: true) {
                obstacle = "line \(index + 1) is an import, of whose changes the journal has nothing"
                break
            }
            reached = index
            if lines[index].kind == .open { begin = index }
        }
        guard let begin else {
            throw HostError(.schema, "\(path): its journal does not reach back to an opening; \(obstacle)")
        }
        for line in lines[reached..<begin] where line.kind == .batch {
            _ = try StoredLines.apply(history, line, backwards: false)
        }
        omitted = begin
        self.lines = lines[begin...]
    }

    /// Undoes or redoes a batch on a state.
    ///
    /// - Returns: false if the changes of the batch are unknown, as of an import.
    private static func apply(_ history: JSONHistory, _ line: RecordedLine, backwards: Bool) throws -> Bool {
        let isLed = try line.read(line.value) { batch throws(CodingFailure) in
            guard let changes = batch["changes"], changes.isArray else { return false }
            if backwards { try history.undo(changes) } else { try history.redo(changes) }
            return true
        }
        return isLed ?? false
    }

    var progress: (done: Int, of: Int) { (all - lines.count, all) }

    func next() throws -> RecordedLine? {
        guard var line = lines.popFirst() else { return nil }
        switch line.kind {
        case .open:
            let writer = JSONWriter()
            if try history.write(to: writer) == .value { line.foundState = Array(writer.bytes) }
        case .batch: _ = try StoredLines.apply(history, line, backwards: false)
        default: break
        }
        return line
    }
}
