import AditJSON
import AditState

/// A durable request that is not answered. The core's loop.
final class DurableRequest {
    /// The id by which the host knows it.
    let id: EffectID
    /// What the requests of its connection have in common.
    let handler: DurableRequestHandler
    let gateway: String
    /// The request as JSON.
    let text: String
    /// The app's id.
    let key: ByteString?
    // Accesses last for one statement each.
    /// The cause of the request, known once its message has succeeded.
    @exclusivity(unchecked) var cause: Cause?
    /// Whether its gateway is known to be served.
    @exclusivity(unchecked) var isServed = false
    /// The number of failed attempts.
    @exclusivity(unchecked) var failures = 0
    /// The time of the next attempt and of giving up, since the opening; nil for at once, and for never.
    @exclusivity(unchecked) var due: Duration?
    @exclusivity(unchecked) var deadline: Duration?
    /// Whether its last outcome waits to be handled.
    @exclusivity(unchecked) var isEnding = false
    /// The trace entry of its cause, and then of the request.
    @exclusivity(unchecked) var origin: Int?
    /// The present attempt; nil if it waits for the next one.
    @exclusivity(unchecked) var pending: PendingRequest?
    /// The timers of the next attempt and of giving up.
    @exclusivity(unchecked) var retry: TimerQueue.Timer?
    @exclusivity(unchecked) var end: TimerQueue.Timer?
    /// The neighbours in the list of its connection.
    @exclusivity(unchecked) var next: DurableRequest?
    @exclusivity(unchecked) unowned var previous: DurableRequest?
    /// Whether it is not answered, cancelled or given up.
    @exclusivity(unchecked) var isOpen = false
    /// Whether the present batch has changed it.
    @exclusivity(unchecked) var isChanged = false
    /// Whether the present batch sent it to the host.
    @exclusivity(unchecked) var isSent = false

    init(id: EffectID, _ handler: DurableRequestHandler, gateway: String, text: String, key: ByteString?) {
        self.id = id
        self.handler = handler
        self.gateway = gateway
        self.text = text
        self.key = key
    }

    /// Returns whether a request was made before another one.
    static func isEarlier(_ first: DurableRequest, _ second: DurableRequest) -> Bool {
        first.id < second.id
    }
}

// MARK: - Records

extension DurableRequest {
    /// Creates a request from its record.
    ///
    /// - Parameters:
    ///   - handler: the one of the connection that the record names.
    ///   - time: returns the time since the opening for a date.
    convenience init(
        id: EffectID, _ record: DurableRequestRecord, _ handler: DurableRequestHandler, _ time: (Timestamp) -> Duration
    ) {
        self.init(
            id: id, handler, gateway: record.gateway, text: record.request.text, key: record.key.map { ByteString($0) })
        cause = record.cause?.cause
        failures = record.failures
        due = record.due.map(time)
        deadline = record.deadline.map(time)
    }

    /// Returns its record.
    ///
    /// - Parameter date: returns the date for a time since the opening.
    func record(_ date: (Duration) -> Timestamp) -> DurableRequestRecord {
        var record = DurableRequestRecord(
            name: handler.name.string, gateway: gateway, request: WrittenJSON(text), key: key?.string)
        record.failures = failures
        record.due = due.map(date)
        record.deadline = deadline.map(date)
        record.cause = DurableCause(cause)
        return record
    }
}

/// The outcome of a durable request.
public struct DurableAnswer<Request, Reply> {
    /// The id of the request, by which the host knows it; one that ends with `-0` for a fixture.
    public var id: String { effect.description }
    @usableFromInline let effect: EffectID
    /// The request.
    public let request: Request
    /// The host's reply; ``GatewayFailure`` if the last attempt failed, or the request was given up.
    public let result: Result<Reply, GatewayFailure>

    @inlinable
    init(effect: EffectID, request: Request, result: Result<Reply, GatewayFailure>) {
        self.effect = effect
        self.request = request
        self.result = result
    }
}

extension DurableAnswer: Sendable where Request: Sendable, Reply: Sendable {}
