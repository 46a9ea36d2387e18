import Adit
import AditJSON
import AditSystem
import CAdit

/// A replay, slice by slice, in a core that shows what has come of it.
final class ReplayTransfer: Transfer {
    let work: StaticString = "replay"
    let cause: Cause? = nil
    private let replay: Replay
    private let core: Core
    private let makeScenario: (() throws -> Void)?

    /// - Parameters:
    ///   - core: shows the state in the end.
    ///   - makeScenario: makes a scenario of what was replayed without a difference; nil: none is wanted.
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
