import Adit
import AditSystem
import CLinux
import Glibc
import Synchronization

/// What is said on standard error of a trap: which app, what it was doing, and where in the library's code that is.
///
/// This runs on the thread that trapped, as an ordinary call: the compiler's code checked something, found it wrong,
/// and came here. So memory may be allocated and locks may be taken that Adit does not hold while an app's code runs.
enum TrapReport {
    /// Whether a report is being written: what traps while that is so, or on another thread, is not reported.
    private static let isWriting = Atomic<Bool>(false)

    /// The thread that wrote the last one, and is about to end the process; 0: none is.
    private static let ending = Atomic<UInt>(0)

    /// Writes it, unless this thread just has: the runtime says what is wrong, and then ends the process.
    ///
    /// - Parameter frame: that of the function which the code that trapped has called.
    static func writeOnce(from frame: UnsafePointer<UnsafeRawPointer?>?) {
        guard ending.exchange(0, ordering: .relaxed) != UInt(pthread_self()) else { return }
        write(from: frame)
    }

    /// Writes it.
    ///
    /// - Parameter frame: that of the function which the code that trapped has called.
    static func write(from frame: UnsafePointer<UnsafeRawPointer?>?) {
        ending.store(UInt(pthread_self()), ordering: .relaxed)
        guard let frame, !isWriting.exchange(true, ordering: .acquiringAndReleasing) else { return }
        // First what needs nothing of the core, which may be why it trapped.
        let frames = StackFrames(from: frame)
        say("adit: trap \(frames.top)\n\(frames.callers)")
        if let listener = CoreEnvironment.current?.trapListener {
            say("adit: it was in \(listener.describe())\n")
            listener.save()
        }
        isWriting.store(false, ordering: .releasing)
    }

    private static func say(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while let start = rest.baseAddress, !rest.isEmpty {
                let count = Glibc.write(STDERR_FILENO, start, rest.count)
                guard count > 0 else { return }
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            }
        }
    }
}
