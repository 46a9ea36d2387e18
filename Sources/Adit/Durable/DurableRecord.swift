import AditJSON
import AditState

/// The cause of a durable effect, as stored: what its outputs carry after a restart.
@Model
struct DurableCause {
    let number: Int?
    let text: String?
    let client: String?

    /// - Parameter cause: its overrides of dependencies are not stored.
    init?(_ cause: Cause?) {
        guard let cause, cause.id != nil || cause.client != nil else { return nil }
        switch cause.id {
        case .number(let id): (number, text) = (Int(id), nil)
        case .text(let id): (number, text) = (nil, id)
        case nil: (number, text) = (nil, nil)
        }
        client = cause.client
    }

    var cause: Cause { Cause(id: number.map { .number(Int64($0)) } ?? text.map { .text($0) }, client: client) }
}

/// A durable request, as stored.
@Model
struct DurableRequestRecord {
    /// The name of the connection, which knows what to do with the answer.
    let name: String
    let gateway: String
    let request: WrittenJSON
    /// The app's id.
    let key: String?
    /// The number of failed attempts.
    var failures: Int = 0
    /// The time of the next attempt, after a failed one.
    var due: Timestamp?
    /// The time at which the request is given up.
    var deadline: Timestamp?
    var cause: DurableCause?

    /// Checks the numbers, which may come from an altered file.
    func check() throws(CodingFailure) {
        guard (0...DurableRequestRecord.mostFailures).contains(failures) else {
            throw CodingFailure(
                path: "failures",
                reason: "found \(failures); a number from 0 to \(DurableRequestRecord.mostFailures) is expected")
        }
    }

    /// No request has as many failed attempts.
    private static let mostFailures = 1 << 40

    init(name: String, gateway: String, request: WrittenJSON, key: String?) {
        self.name = name
        self.gateway = gateway
        self.request = request
        self.key = key
    }
}

/// A durable timer, as stored.
@Model
struct DurableTimerRecord {
    /// The app's id.
    let key: String
    let due: Timestamp
    /// The message that it outputs.
    let message: WrittenJSON
    let cause: DurableCause?
}
