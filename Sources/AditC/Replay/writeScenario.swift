import Adit
import AditJSON
import AditState
import CAdit
import Glibc

/// Writes a scenario file from a recording: the messages that were sent, and the output that is expected.
///
/// ```swift
/// try writeScenario(todoApp(), of: "session.recording", to: "session.json")
/// ```
///
/// A scenario has a virtual clock, and ids that count: the host's messages name those in place of the recorded ones.
/// Any thread.
///
/// - Parameters:
///   - app: the app that was recorded.
///   - path: a file that was written by `"record"`.
///   - scenario: the path of the file, which must not be there yet.
/// - Throws: ``ReplayError`` where the recording cannot be read, is damaged, or holds what no scenario can tell (an
///   import, a batch that could not be stored), or where the file cannot be written.
public func writeScenario<S: State, Message>(
    _ app: App<S, Message>, of path: String, to scenario: String
) throws(ReplayError) {
    do { try writeScenario(AppEntry(app), of: path, to: scenario) } catch {
        throw ReplayError(description: (error as? ABIError)?.text ?? "\(error)")
    }
}

/// - Throws: ``ABIError``, ``StorageFailure`` or ``ReplayDifference``.
func writeScenario(_ app: AppEntry, of path: String, to scenario: String) throws {
    let text = try ScenarioMaker(app, path).make()
    let file = try RecordingFile(Config.Record(path: scenario))
    do { try file.write(text.bytes) } catch {
        file.remove()
        throw error
    }
}
