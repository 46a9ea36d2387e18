import Adit
import AditJSON

/// The entries that a scenario is made of, which are read twice: those of a recording, or of the last opening in the
/// journal of a store. One thread at a time.
final class ScenarioLines {
    private let path: String
    /// Those of a store; nil: those of a recording are in its file.
    private let stored: [RecordedLine]?

    /// - Throws: ``ABIError`` where there is nothing to read, ``ReplayDifference`` where it is damaged.
    init(_ app: AppEntry, _ path: String) throws {
        self.path = path
        let lines = try app.readLines(path)
        guard !(lines is RecordingReader) else {
            stored = nil
            return
        }
        var last: [RecordedLine] = []
        while let line = try lines.next() {
            if line.kind == .open { last = [] }
            last.append(line)
        }
        stored = last
    }

    /// Reads them from the beginning.
    ///
    /// - Returns: gives the next one; nil at the end.
    func read() throws -> () throws -> RecordedLine? {
        guard let stored else { return try RecordingReader(path).next }
        var rest = stored[...]
        return { rest.popFirst() }
    }
}
