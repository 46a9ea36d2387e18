import AditJSON
import AditState

/// The durable effects of a core: requests and timers that survive the end of the process. The core's loop.
package final class DurableEffects: BatchParticipant {
    /// The kinds of their records.
    static let kinds = ["@effect/", "@timer/"]

    let requests: DurableRequests
    let timers: DurableTimerQueue
    var listing: DurableListing?
    /// Build the child cores that have stored effects.
    var builders: [() -> Void] = []
    private var hasBegun = false

    /// - Parameters:
    ///   - records: their records; nil if the core has no store.
    ///   - listing: the durable effects that the app lists; nil if its types have no schema.
    ///   - output: outputs a message, given as JSON.
    init(
        _ runner: EffectRunner, _ records: CoreRecords?, _ gateways: GatewayNames, _ listing: DurableListing?,
        output: @escaping (WrittenJSON) throws(CodingFailure) -> Void
    ) {
        let log = DurableLog(records, runner)
        requests = DurableRequests(runner, log, gateways)
        timers = DurableTimerQueue(runner, log, output: output)
        self.listing = listing
        requests.restore()
        timers.restore()
    }

    /// Whether there are any.
    package var isEmpty: Bool { requests.isEmpty && timers.isEmpty }

    /// The number of pending requests and timers.
    package var count: Int { requests.count + timers.count }

    /// Asks the stored requests again, and starts the stored timers. Called once, before the first message.
    func begin(_ listener: any CoreListener) {
        guard !hasBegun else { return }
        hasBegun = true
        guard !isEmpty else { return }
        // A child that is built may have children.
        var built = 0
        while built < builders.count {
            builders[built]()
            built += 1
        }
        builders = []
        requests.begin(listener)
        timers.begin()
    }

    /// Returns whether there are any of a child core.
    func arePending(below place: ByteString) -> Bool {
        !isEmpty && (requests.arePending(below: place) || timers.arePending(below: place))
    }

    /// Cancels the effects of a child core that has ended.
    func cancelAll(below place: ByteString, _ listener: any CoreListener) {
        guard !isEmpty else { return }
        requests.cancelAll(below: place, listener)
        timers.cancelAll(below: place)
    }

    package func commitBatch() {
        requests.commitBatch()
        timers.commitBatch()
    }

    package func rollBackBatch(_: any Error) {
        requests.rollBackBatch()
        timers.rollBackBatch()
    }
}

/// The order of the ids of effects: by opening, then by number.
struct EffectOrder: Comparable {
    private let numbers: [Int]

    init(_ id: String) { numbers = id.dropFirst().split(separator: "-").map { Int($0) ?? 0 } }

    static func < (left: EffectOrder, right: EffectOrder) -> Bool {
        left.numbers.lexicographicallyPrecedes(right.numbers)
    }
}
