import Adit
import AditJSON
import AditProtocol
import AditSystem
import CAdit

/// A transfer that runs a replay in slices, in a core that shows the resulting state.
final class ReplayTransfer: Transfer {
    let work = HostMessage.LongWork.replay
    let cause: Cause? = nil
    private let replay: Replay
    private let core: Core
    private let makeScenario: (() throws -> Void)?

    /// - Parameters:
    ///   - core: the core that shows the final state.
    ///   - makeScenario: writes a scenario after a replay without a difference; nil if not requested.
    init(_ replay: Replay, showing core: Core, _ makeScenario: (() throws -> Void)?) {
        self.replay = replay
        self.core = core
        self.makeScenario = makeScenario
    }

    var path: String { replay.path }
    var progress: (done: Int, of: Int) { replay.progress }

    func goOn(until time: MonotonicTime) throws -> TransferEnd? {
        if replay.goOn(until: time) { return nil }
        var failure: (any Error)?
        do {
            if replay.report.difference == nil { try makeScenario?() }
        } catch {
            failure = error
        }
        let put = try replay.state.map { try core.read(state: Array($0.bytes)) }
        return .replayed(replay.report, put: put, failure: failure)
    }
}
