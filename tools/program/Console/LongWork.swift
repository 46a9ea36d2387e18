import AditLibrary
import Glibc
import Synchronization

/// Work of a core that may take long: a replay, an export, an import. It shows its progress on a terminal, and ^C ends it
/// between two steps.
enum LongWork {
    /// Drives a core until `receive` returns true, and closes it.
    ///
    /// - Parameter receive: takes each message.
    /// - Throws: the error of `receive`; ``Failure`` if the core failed, or the user has ended it.
    static func run(_ core: Core, _ receive: (JSONValue) throws(Failure) -> Bool) throws(Failure) {
        var progress = ProgressLine()
        Interrupt.begin()
        do throws(Failure) {
            try drive(core, &progress, receive)
        } catch {
            progress.clear()
            try? core.close(timeout: 10_000)
            throw error
        }
        progress.clear()
        do throws(CoreError) { try core.close(timeout: 10_000) } catch { throw Failure(.failed, error.text) }
    }

    private static func drive(
        _ core: Core, _ progress: inout ProgressLine, _ receive: (JSONValue) throws(Failure) -> Bool
    ) throws(Failure) {
        while true {
            // Work that has ended just before is not taken for interrupted: its last message is received.
            let isInterrupted = Interrupt.isRequested
            var text: String?
            do throws(CoreError) { text = try core.receive(timeout: isInterrupted ? 0 : 100) } catch {
                throw Failure(.failed, error.text)
            }
            if isInterrupted, text == nil {
                throw Failure(.interrupted, "interrupted; the work was ended, and nothing is half done")
            }
            guard let text, let message = try? JSONValue(parsing: text) else { continue }
            if let step = message["@progress"] {
                progress.show(step)
            } else {
                progress.clear()
            }
            if try receive(message) { return }
        }
    }
}

/// ^C during long work.
enum Interrupt {
    private static let count = Atomic<Int>(0)

    /// Whether it was pressed.
    static var isRequested: Bool { count.load(ordering: .relaxed) > 0 }

    /// Has ^C noted, instead of ending the process; pressed again, it ends the process. That lasts until the process ends: work
    /// that is complete has not been interrupted.
    static func begin() {
        _ = isRequested  // made here, and not by the signal
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in
            if Interrupt.count.wrappingAdd(1, ordering: .relaxed).oldValue > 0 {
                _exit(Failure.Status.interrupted.rawValue)
            }
        }
        // Without SA_RESTART: what waits returns.
        sigaction(SIGINT, &action, nil)
    }
}

/// A line on a terminal that shows how far some work is.
struct ProgressLine {
    private let isShown = Console.isTerminal(STDERR_FILENO)
    private var isVisible = false

    /// - Parameter step: the body of an `@progress`.
    mutating func show(_ step: JSONValue) {
        show(step["work"]?.string ?? "", step["done"]?.double ?? 0, of: step["of"]?.double ?? 0)
    }

    mutating func show(_ work: String, _ done: Double, of all: Double) {
        guard isShown, all > 0 else { return }
        let part = min(max(done / all, 0), 1)
        let filled = Int(part * 30)
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 30 - filled)
        try? File.write("\r\u{1B}[K\(work) \(bar) \(Int(part * 100)) %", to: STDERR_FILENO)
        isVisible = true
    }

    mutating func clear() {
        if isVisible { try? File.write("\r\u{1B}[K", to: STDERR_FILENO) }
        isVisible = false
    }
}
