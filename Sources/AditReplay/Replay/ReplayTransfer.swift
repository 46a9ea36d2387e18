import Adit
import AditHost
import AditJSON
import AditState

/// A transfer that runs a replay in slices, in a core that shows the resulting state.
package final class ReplayTransfer: Transfer {
    package let work = HostMessage.LongWork.replay
    package let cause: Cause? = nil
    private let replay: Replay
    private let app: RunningApp
    /// What is replayed, which is read once more for a scenario: the process may have another working directory by then.
    private let recording: Config.Replay
    private let scenario: FilePath?

    /// - Parameters:
    ///   - app: the app that shows the final state.
    ///   - scenario: the path of the scenario to write after a replay without a difference; nil if not requested.
    package init(_ replay: Replay, showing app: RunningApp, scenario: FilePath?) {
        self.replay = replay
        self.app = app
        recording = replay.source.absolute
        self.scenario = scenario
    }

    package var path: String { replay.path }
    package var progress: (done: Int, of: Int) { replay.progress }

    package func resume(until time: MonotonicTime) throws -> TransferEnd? {
        if replay.resume(until: time) { return nil }
        var failure: (any Error)?
        do {
            if let scenario, replay.report.difference == nil {
                try writeScenario(replay.app, of: recording, to: scenario.absolute)
            }
        } catch {
            failure = error
        }
        let put = try replay.state.map { try app.read(state: Array($0.bytes)) }
        let report = replay.report
        return .replayed(revision: report.revision, put: put, messages(of: report, failure))
    }

    /// Returns the messages to the host.
    ///
    /// - Parameter failure: the error that prevented the scenario; nil without one.
    private func messages(of report: ReplayReport, _ failure: (any Error)?) -> [HostMessage] {
        var messages: [HostMessage] = []
        func add(_ code: ErrorCode, _ text: String) { messages.append(.error(code: code, message: text, path: nil)) }
        if let difference = report.difference { add(.ereplay, "\(path): \(difference)") }
        switch failure {
        case nil: break
        case let failure as StorageFailure: add(failure.code.reported, "\(failure)")
        case let error as HostError: add(.ereplay, error.text)
        case let error?: add(.ereplay, "\(path): \(error)")
        }
        let isMade = report.difference == nil && failure == nil
        messages.append(
            .replayed(
                path: path, messages: Count(report.messages), entries: Count(report.entries),
                revision: Count(report.revision), equal: report.difference == nil, complete: report.isComplete,
                torn: report.tornLine.map { Count($0) }, omitted: report.omitted > 0 ? Count(report.omitted) : nil,
                migratedFrom: report.migratedFrom.map { Count($0) }, scenario: isMade ? scenario?.path : nil))
        return messages
    }
}
