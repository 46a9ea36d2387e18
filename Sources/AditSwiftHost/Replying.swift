import Adit
import AditHost
import AditJSON

/// The way into a core from other threads, which does not keep the core alive. Any thread.
struct Replying: @unchecked Sendable {  // Queues of a core take items of any thread; the rest of it is not used.
    private weak var hosted: HostedCore?
    private let wakeup: Wakeup

    init(_ hosted: HostedCore, _ wakeup: Wakeup) {
        self.hosted = hosted
        self.wakeup = wakeup
    }

    /// Enqueues a message.
    func enqueue(_ message: AnyMessage) throws(HostError) {
        guard let hosted else { throw HostError(.closed) }
        try hosted.enqueue(message, of: nil)
        wakeup.signal()
    }

    /// Enqueues the text of a control message. A core that is closed takes none.
    func enqueue(_ write: (JSONWriter) -> Void) {
        let writer = JSONWriter()
        write(writer)
        _ = try? hosted?.enqueue(writer.bytes, ticket: nil)
        wakeup.signal()
    }
}
