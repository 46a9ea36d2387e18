import Adit
import AditHost
import AditJSON
import AditSQLite
import AditState

/// Replays a recording of an app, or the journal of a store, and compares the drawn values, the output and the changes.
///
/// ```swift
/// let report = try replay(todoApp(), of: "session.recording")
/// if let difference = report.difference { print(difference) }
/// ```
///
/// Changes neither the file nor anything else; the output of the replayed core is discarded. Any thread.
///
/// - Parameters:
///   - app: the app. Its version may differ from the recorded one.
///   - path: a file that was written by `"record"`, or a store that is not open; or the address of a database.
///   - core: the name of the core in the database; nil for a file.
///   - engine: the engine of the store.
/// - Returns: a report of the replay up to the first difference.
/// - Throws: ``ReplayError`` if the file cannot be read, or has nothing to replay.
/// - Complexity: O(n) in the length of the recording.
public func replay<S: State, Message>(
    _ app: App<S, Message>, of path: String, core: String? = nil, storage engine: any StorageEngine = SQLiteEngine()
) throws(ReplayError) -> ReplayReport {
    do {
        let replay = try Replay(AppEntry(app, storage: engine), Config.Replay(path: path, core: core))
        while replay.resume(until: nil) {}
        return replay.report
    } catch {
        throw ReplayError(description: error.text)
    }
}
