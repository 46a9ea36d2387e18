import Adit
import AditUncertainStorage
import Glibc

/// The outcomes of the stores of this library, as $ADIT_OUTCOMES says: `SEED[,fails][,late][,never]`.
///
/// By default each outcome is "written", and the core asks at once until it knows it. With `fails`, some are "not
/// written". With `late`, another thread has the core ask, after a while. With `never`, some are never known.
struct Outcomes {
    private(set) var seed: UInt64 = 1
    private(set) var fails = false
    private(set) var isLate = false
    private(set) var isKnown = true

    /// Reads the environment; a wrong text ends the process, so that no test runs on other outcomes than it asks for.
    init() {
        guard let text = getenv("ADIT_OUTCOMES").map({ String(cString: $0) }) else { return }
        for (index, word) in text.split(separator: ",", omittingEmptySubsequences: false).enumerated() {
            switch word {
            case _ where index == 0:
                guard let number = UInt64(word) else {
                    fatalError("ADIT_OUTCOMES: found \(text); a seed is expected first")
                }
                seed = number
            case "fails": fails = true
            case "late": isLate = true
            case "never": isKnown = false
            default: fatalError("ADIT_OUTCOMES: found \(word); fails, late or never is expected")
            }
        }
    }

    /// The course of each transaction of a batch, in their order.
    var courses: () -> UncertainStorage.Course {
        UncertainStorage.Course.random(seed, fails: fails, isKnown: isKnown)
    }

    /// Has a core ask for an outcome.
    var notify: (StorageWakeup) -> Void {
        if isLate { return LateSignal.start }
        return { $0.signal() }
    }
}

/// A thread that signals after others have run for a while.
private final class LateSignal {
    private let wakeup: StorageWakeup
    private let turns = Int.random(in: 0..<200)

    private init(_ wakeup: StorageWakeup) { self.wakeup = wakeup }

    static func start(_ wakeup: StorageWakeup) {
        let signal = Unmanaged.passRetained(LateSignal(wakeup)).toOpaque()
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                let signal = Unmanaged<LateSignal>.fromOpaque(context).takeRetainedValue()
                for _ in 0..<signal.turns { sched_yield() }
                signal.wakeup.signal()
                return nil
            }, signal)
        precondition(code == 0, "no thread could be made")
        pthread_detach(thread)
    }
}
