/// A report for a crash reporting platform, of a message whose handling threw.
public struct CrashReport<Message> {
    /// What was thrown.
    public let error: any Error
    /// The message.
    public let message: Message
    /// The messages that came before it, the oldest first; those too that failed.
    public let recent: [Message]
}

/// Reports each message whose handling throws, with the messages before it, and throws on.
///
/// - Parameters:
///   - count: how many messages are remembered; at least 0.
///   - send: tells a report.
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

/// The last messages of a core, in a ring.
private struct RecentMessages<Message> {
    private let limit: Int
    private var ring: [Message] = []
    /// Where the oldest one is, once there are as many as there may be.
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
