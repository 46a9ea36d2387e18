import Glibc
import Synchronization

/// The signals of a terminal, for a prompt and for the work of a line: ^C, another size, and that the process goes on after ^Z.
///
/// They are noted until they are taken.
enum TerminalSignals {
    private static let handled = [SIGINT, SIGWINCH, SIGCONT]
    /// A bit for each signal that has arrived.
    private static let arrived = Atomic<UInt64>(0)
    /// Readable once a signal has arrived, so that a wait which is just beginning ends as well.
    private static let pipe = makePipe()

    static var descriptor: Int32 { pipe.reading }

    /// Has signals noted from now on.
    static func begin() {
        _ = (arrived.load(ordering: .relaxed), pipe)  // made here, and not by a signal
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { signal in
            let error = errno
            TerminalSignals.arrived.bitwiseOr(1 << UInt64(signal), ordering: .relaxed)
            _ = write(TerminalSignals.pipe.writing, "s", 1)
            errno = error
        }
        // Without SA_RESTART: what waits returns.
        for signal in handled { sigaction(signal, &action, nil) }
    }

    /// Has signals do again what they do by themselves.
    static func end() { for number in handled { signal(number, SIG_DFL) } }

    /// Whether ^C was pressed, and not taken yet.
    static var isInterrupted: Bool { arrived.load(ordering: .relaxed) & bit(SIGINT) != 0 }

    /// Takes a signal.
    ///
    /// - Returns: whether it has arrived.
    static func take(_ signal: Int32) -> Bool {
        arrived.bitwiseAnd(~bit(signal), ordering: .relaxed).oldValue & bit(signal) != 0
    }

    /// Makes the descriptor readable by later signals only. Call it before signals are taken.
    static func rearm() {
        var bytes: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0]
        while read(pipe.reading, &bytes, bytes.count) == bytes.count {}
    }

    private static func bit(_ signal: Int32) -> UInt64 { 1 << UInt64(signal) }

    /// Two descriptors that never block; -1 where the system has none left, which is as if no signal was noted by them.
    private static func makePipe() -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        Glibc.pipe(&ends)
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        return (ends[0], ends[1])
    }
}
