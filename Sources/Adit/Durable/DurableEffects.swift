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
    /// The names of the stored effects in the order of their bytes, while the child cores that have them are built.
    private var stored: [ByteString] = []
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
        runner.durable = self
        // Each stored one keeps its place: the message of one that ends may ask for the next.
        runner.limit = max(runner.limit, count)
    }

    /// Whether there are any.
    package var isEmpty: Bool { requests.isEmpty && timers.isEmpty }

    /// The names of the pending ones, which begin with the places of their cores.
    var names: [ByteString] { requests.names + timers.keys }

    /// The number of pending requests and timers.
    package var count: Int { requests.count + timers.count }

    /// Asks the stored requests again, and starts the stored timers. Called once, before the first message.
    func begin(_ listener: any CoreListener) {
        guard !hasBegun else { return }
        hasBegun = true
        guard !isEmpty else { return }
        stored = names.sorted()
        // A child that is built may have children.
        var built = 0
        while built < builders.count {
            builders[built]()
            built += 1
        }
        (builders, stored) = ([], [])
        requests.begin(listener)
        timers.begin()
    }

    /// Returns whether a child core has stored ones. Called while the child cores are built.
    func areStored(below place: ByteString) -> Bool {
        // The names that begin with the place follow it.
        var (low, high) = (0, stored.count)
        while low < high {
            let middle = (low + high) / 2
            if stored[middle] < place { low = middle + 1 } else { high = middle }
        }
        return low < stored.count && stored[low].isBelow(place)
    }

    /// Performs a request of a message that has succeeded.
    func perform(_ act: DurableAct, _ cause: Cause?, _ listener: any CoreListener) {
        switch act {
        case .ask(let request, let overlap): requests.ask(request, overlap, cause, listener)
        case .cancelRequests(let name, let key): requests.cancel(name, key, listener)
        case .wake(let key, let due, let message): timers.schedule(key, at: due, message, cause, listener)
        case .cancelTimer(let key): timers.cancel(key)
        case .endChild(let place):
            guard !isEmpty else { return }
            requests.cancelAll(below: place, listener)
            timers.cancelAll(below: place)
        }
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
