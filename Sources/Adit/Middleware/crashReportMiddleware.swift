/// A report for a crash reporting platform about a message whose handling threw.
public struct CrashReport<Message> {
    /// The error.
    public let error: any Error
    /// The message.
    public let message: Message
    /// The messages before it, the oldest first, including failed ones.
    public let recent: [Message]
}

/// Returns middleware that reports each message whose handling throws, with the messages before it, and rethrows the
/// error.
///
/// - Parameters:
///   - count: the number of previous messages in a report; at least 0.
///   - send: sends a report.
public func crashReportMiddleware<Message>(
    remembering count: Int = 20, sending send: @escaping (CrashReport<Message>) -> Void
) -> Middleware<Message> {
    var recent = RecentMessages<Message>(count)
    return { message, next in
        do {
            try next(message)
        } catch {
            send(CrashReport(error: error, message: message, recent: recent.all))
            recent.add(message)
            throw error
        }
        recent.add(message)
    }
}

/// A ring buffer of the last messages of a core.
private struct RecentMessages<Message> {
    private let limit: Int
    private var ring: [Message] = []
    /// The index of the oldest message, once the buffer is full.
    private var oldest = 0

    init(_ limit: Int) { self.limit = max(0, limit) }

    var all: [Message] { Array(ring[oldest...] + ring[..<oldest]) }

    mutating func add(_ message: Message) {
        guard ring.count == limit else { return ring.append(message) }
        guard limit > 0 else { return }
        ring[oldest] = message
        oldest = (oldest + 1) % limit
    }
}
