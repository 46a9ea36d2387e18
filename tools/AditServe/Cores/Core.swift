import Adit
import NIOCore

/// A core of a process, as the server sees it.
final class Core {
    enum State {
        case opening, open
        /// It is opened again once its process has started.
        case crashed
        case removed
    }

    /// Free for another core after this one.
    let number: UInt32
    let name: String
    let nameBytes: [UInt8]
    let app: String
    /// A JSON object; of a hosted core, any text.
    let config: ByteBuffer
    let process: LibraryProcess
    var state = State.opening
    let hasStore: Bool
    /// Of a core of the database: where it is. Nil of others, and once another node has taken it.
    var placement: Placement?
    /// Lines for it wait: it is being opened, or closed for another node.
    var isHeld = false
    /// Another node has it: what it says here is not passed on.
    var isDisowned = false
    /// How often it was opened; 1 with a store, which counts itself.
    private(set) var openings: UInt32 = 0
    /// The clients that use it: they hear of its end, and of what is for all.
    var users: [ObjectIdentifier: Client] = [:]
    /// What is added to its messages: `,"@core":"NAME"}`.
    let suffix: ByteBuffer

    // Of a core that the server drives.

    /// Nil for the command line, or once it is gone.
    var opener: Client?
    /// The JSON of the `@id` of its `@open`.
    var openID: String?
    /// Where its config begins in the line of its `@open`, and what was changed in that, in this order.
    var configStart = 0
    var configChanges: [Replacement] = []
    var requests = PendingRequests()
    /// The gateways that clients serve for all, the latest first.
    private var services: [(gateway: ByteString, client: Client)] = []

    // Of a hosted core.

    /// The client that drives it; nil once it is gone.
    var host: Client?
    /// The call that opened it, as JSON; nil of other cores.
    let opening: ByteBuffer?
    var isHosted: Bool { opening != nil }

    init(
        number: UInt32, name: String, app: String, config: ByteBuffer, process: LibraryProcess,
        opening: ByteBuffer? = nil
    ) {
        self.number = number
        self.name = name
        nameBytes = Array(name.utf8)
        self.app = app
        self.config = config
        self.process = process
        self.opening = opening
        hasStore = config.withUnsafeReadableBytes { Bytes($0).member("store").map { !($0 == "null") } ?? false }
        suffix = ByteBuffer(string: ",\"@core\":\"\(name)\"}")
    }

    /// Where in the line of its `@open` a byte of the config is that its process was sent; nil if unknown.
    func offsetInLine(_ offset: UInt32) -> Int? {
        guard offset != .max else { return nil }
        return configStart + configChanges.reversed().reduce(Int(offset)) { $1.origin(of: $0) }
    }

    /// Whether it begins with the state of another core of its process.
    var isFork: Bool { !isHosted && config.withUnsafeReadableBytes { Bytes($0).forkedCore != nil } }

    /// Why no line is passed to a core that has crashed.
    static let whyCrashed = "the process of the core is being started again; @reopened says when the core is there"

    /// Whether its process has it, or was asked to open it, perhaps again: its number is in use there.
    var isInProcess: Bool { state != .crashed || process.state == .running }

    /// The core is opened, perhaps again.
    func countOpening() {
        if !hasStore || openings == 0 { openings += 1 }
    }

    /// The client that serves a gateway for all.
    ///
    /// - Parameter gateway: the JSON of its name.
    func server(of gateway: Bytes) -> Client? {
        guard !services.isEmpty else { return nil }
        let name = ByteString(gateway.text)
        return services.first { $0.gateway == name }?.client
    }

    func serve(_ gateway: String, by client: Client) { services.insert((ByteString(gateway), client), at: 0) }

    /// Forgets a client that is gone; its requests wait for another one.
    func forget(_ client: Client) {
        users[ObjectIdentifier(client)] = nil
        if opener === client { opener = nil }
        if host === client { host = nil }
        services.removeAll { $0.client === client }
        requests.forget(client)
    }
}

/// The requests of a core's gateways that are not answered.
///
/// They are kept in the order in which they were made, and by their ids: a client may leave very many unanswered.
struct PendingRequests {
    struct Request {
        /// The JSON of its gateway's name.
        let gateway: String
        /// The client whose message caused it; nil for the host.
        let client: ClientName?
        /// Any number of answers is expected.
        let isSource: Bool
        /// What is sent to the client that answers it, in parts that surround what is its own.
        let line: ByteBuffer
        /// The client that has been sent it; nil while none has.
        var asked: Client?
        /// The number of the message that answers it; 0 without.
        var answer: UInt64 = 0
        fileprivate let number: Int
    }

    private var requests: [ByteString: Request] = [:]
    private var count = 0

    subscript(effect: ByteString) -> Request? { requests[effect] }

    /// Adds a request, in place of one with its id: a durable request that is asked again.
    mutating func add(
        _ effect: ByteString, gateway: String, client: ClientName?, isSource: Bool, line: ByteBuffer, asked: Client?
    ) {
        count += 1
        requests[effect] = Request(
            gateway: gateway, client: client, isSource: isSource, line: line, asked: asked, number: count)
    }

    @discardableResult
    mutating func remove(_ effect: ByteString) -> Request? { requests.removeValue(forKey: effect) }

    /// A message answers a request; 0: none does.
    mutating func answer(_ effect: ByteString, by number: UInt64) { requests[effect]?.answer = number }

    /// Ends the request that a message has answered, once the core has taken it. A refused answer leaves it pending.
    mutating func end(_ effect: ByteString, answeredBy number: UInt64, isTaken: Bool) {
        // A durable request may have been asked again meanwhile, by the same id.
        guard requests[effect]?.answer == number else { return }
        if isTaken { requests[effect] = nil } else { requests[effect]?.answer = 0 }
    }

    /// The requests that wait for a client, the oldest first; `ask` returns the client that they are sent to.
    mutating func askAgain(_ ask: (Request) -> Client?) {
        let waiting = requests.filter { $0.value.asked == nil && $0.value.answer == 0 }
        for (effect, request) in waiting.sorted(by: { $0.value.number < $1.value.number }) {
            requests[effect]?.asked = ask(request)
        }
    }

    mutating func forget(_ client: Client) {
        for (effect, request) in requests where request.asked === client { requests[effect]?.asked = nil }
    }

    mutating func removeAll() { requests = [:] }
}
