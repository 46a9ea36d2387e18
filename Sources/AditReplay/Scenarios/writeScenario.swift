import Adit
import AditHost
import AditJSON
import AditSQLite
import AditState

/// Writes a scenario file from a recording: the sent messages, and the expected output.
///
/// ```swift
/// try writeScenario(todoApp(), of: "session.recording", to: "session.json")
/// ```
///
/// A scenario has a virtual clock and counting ids, which replace the recorded ids in the host's messages. Any thread.
///
/// - Parameters:
///   - app: the app that was recorded.
///   - path: a file that was written by `"record"`.
///   - scenario: the path of the file, which must not exist yet.
///   - engine: the engine of the store.
/// - Throws: ``ReplayError`` if the recording cannot be read, is damaged, or has an entry that no scenario can express
///   (an import, a batch that could not be stored), or if the file cannot be written.
public func writeScenario<S: State, Message>(
    _ app: App<S, Message>, of path: String, to scenario: String,
    storage engine: any StorageEngine = SQLiteEngine()
) throws(ReplayError) {
    do { try writeScenario(AppEntry(app, storage: engine), of: Config.Replay(path: path), to: scenario) } catch {
        throw ReplayError(description: (error as? HostError)?.text ?? "\(error)")
    }
}

/// - Throws: ``HostError``, ``StorageFailure`` or ``ReplayDifference``.
func writeScenario(_ app: AppEntry, of source: Config.Replay, to scenario: String) throws {
    let text = try ScenarioMaker(app, source).make()
    let file = try RecordingFile(Config.Record(path: scenario))
    do { try file.write(text.bytes) } catch {
        file.remove()
        throw error
    }
}
