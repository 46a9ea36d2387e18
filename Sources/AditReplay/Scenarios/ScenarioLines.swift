import Adit
import AditHost
import AditJSON
import AditState

/// A list of a scenario's source entries, which are read twice: those of a recording, or of the last opening in the
/// journal of a store. One thread at a time.
final class ScenarioLines {
    private let source: Config.Replay
    private let engine: any StorageEngine
    /// The entries of a store; nil for a recording, whose entries are read from its file.
    private let stored: [RecordedLine]?

    /// - Throws: ``HostError`` if there is nothing to read, ``ReplayDifference`` if an entry is damaged.
    init(_ app: AppEntry, _ source: Config.Replay) throws {
        self.source = source
        engine = app.engine
        let lines = try app.readLines(source)
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

    /// Reads the entries from the beginning.
    ///
    /// - Returns: a function that returns the next entry; nil at the end.
    func read() throws -> () throws -> RecordedLine? {
        guard let stored else { return try RecordingReader(source.file ?? source.name, engine).next }
        var rest = stored[...]
        return { rest.popFirst() }
    }
}
