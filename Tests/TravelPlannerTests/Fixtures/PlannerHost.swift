import Adit
import AditJSON
import Testing

@testable import TravelPlannerCore

/// A host with a core of the app `travelPlanner` on a virtual clock, and what it hears, as it is on the wire.
final class PlannerHost {
    private(set) var core: Core!
    private let store: StateStore<TravelPlannerState>
    private var told: [String] = []
    var cause: Cause?

    /// - Parameter gateways: those that the host serves.
    init(gateways: Set<String> = ["locationPicker", "datePicker", "travelOptions", "widgetOptions"]) {
        (core, store) = travelPlannerApp().makeCore(gateways: gateways, time: .virtual(from: .morning), context: .test)
        drive {}
    }

    var state: TravelPlannerState { store.state() }

    /// Sends a message, and lets the effects go on that can.
    func send(_ message: Message, id: Int? = nil) {
        drive {
            cause = id.map { Cause(id: .number(Int64($0))) }
            core.handle(MessageBox(message), self)
        }
    }

    /// Answers a request: `{"result": …}` or `{"error": …}`.
    func reply(_ id: String, _ json: String) throws {
        let reply = try HostReply(parsing: json)
        drive { core.take(reply, for: id, more: false, self) }
    }

    /// Moves the clock on.
    func advance(seconds: Int) {
        let target = core.effects.time.now + seconds * 1_000_000_000
        while drive({ core.fireTimer(by: target, self) }) {}
        core.effects.time.move(to: target)
    }

    /// Ends all effects.
    func close() -> Bool { drive { core.cancelEffects(self) } }

    /// Lets go of the core.
    func release() { core = nil }

    /// What was told since this was asked for last.
    func heard() -> [String] {
        defer { told = [] }
        return told
    }

    /// The same without the clock.
    func heardBesideClock() -> [String] { heard().filter { !$0.hasPrefix(#"{"clock":"#) } }

    @discardableResult
    private func drive<R>(_ body: () -> R) -> R {
        core.enter()
        defer { core.leave() }
        core.settle(self)
        let result = body()
        while core.hasReadyEffects { core.runReadyEffect(self) }
        core.endBatch(self)
        return result
    }

    private func tell(_ text: String) {
        if case .number(let id)? = cause?.id { told.append("\(text) #\(id)") } else { told.append(text) }
    }
}

extension PlannerHost: CoreListener {
    func announce<M>(_ message: M, by write: (M, JSONWriter) throws(CodingFailure) -> Void) throws {
        let writer = JSONWriter()
        try write(message, writer)
        tell(writer.text)
    }

    func request(_ request: HostRequest) { tell("\(request.id) \(request.gateway) \(request.request)") }
    func cancel(_ request: HostRequest) { tell("\(request.id) is cancelled") }
    func keepBatch() {}
    func loseBatch(_: any Error) {}

    func fail(_ message: AnyMessage?, _ failure: CoreFailure) {
        Issue.record("\(message.map { "\($0.message(as: Message.self))" } ?? "an effect"): \(failure)")
    }
}
