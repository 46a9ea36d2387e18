import Adit
import AditJSON
import AditState
import CAdit

/// Replays what was recorded of an app, or what is in the journal of a store, and compares what is drawn, heard and
/// changed.
///
/// ```swift
/// let report = try replay(todoApp(), of: "session.recording")
/// if let difference = report.difference { print(difference) }
/// ```
///
/// Changes neither the file nor anything else; the output of the replayed core is discarded. Any thread.
///
/// - Parameters:
///   - app: the app. It may be of another version than the one that was recorded.
///   - path: a file that was written by `"record"`, or a store that is not open.
/// - Returns: what it came to, up to the first difference.
/// - Throws: ``ReplayError`` where the file cannot be read, or has nothing to replay.
/// - Complexity: O(n) in the length of the recording.
public func replay<S: State, Message>(_ app: App<S, Message>, of path: String) throws(ReplayError) -> ReplayReport {
    do {
        let replay = try Replay(AppEntry(app), path)
        while replay.goOn(until: nil) {}
        return replay.report
    } catch {
        throw ReplayError(description: error.text)
    }
}
