import Adit
import AditState
import Synchronization

/// A report of a trap on standard error: the app, its present work, and the place in the library's code.
///
/// It runs on the thread that trapped, as an ordinary call: a check of the compiler failed, and called it. So it may
/// allocate memory, and take locks that Adit does not hold while an app's code runs.
enum TrapReport {
    /// Whether a report is being written. A trap meanwhile, also on another thread, is not reported.
    private static let isWriting = Atomic<Bool>(false)

    /// The thread that wrote the last report, and is about to end the process; 0 if none.
    private static let ending = Atomic<UInt>(0)

    /// Writes a report, unless this thread just has: the runtime reports an error, and then ends the process.
    ///
    /// - Parameter frame: the frame of the function that the trapping code called.
    static func writeOnce(from frame: UInt) {
        guard ending.exchange(0, ordering: .relaxed) != ThreadID.current.number else { return }
        write(from: frame)
    }

    /// Writes a report.
    ///
    /// - Parameter frame: the frame of the function that the trapping code called.
    static func write(from frame: UInt) {
        ending.store(ThreadID.current.number, ordering: .relaxed)
        guard !isWriting.exchange(true, ordering: .acquiringAndReleasing) else { return }
        // The stack comes first: it does not need the core, which may have caused the trap.
        let frames = StackFrames(from: frame)
        StandardError.write("adit: trap \(frames.top)\n\(frames.callers)")
        if let listener = CoreEnvironment.current?.trapListener {
            StandardError.write("adit: it was in \(listener.describe())\n")
            listener.save()
        }
        isWriting.store(false, ordering: .releasing)
    }
}
