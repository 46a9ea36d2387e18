import Adit
import AditJSON
import AditState
import AditSystem

/// A bench for a module in a core on a virtual clock, with the story as its host: the module, its outputs, requests and
/// failures.
final class ModuleBench<S: State, Sent, Heard>: StoryBench {
    let core: Core
    let store: StateStore<S>
    /// Converts the story's input to a message of the core.
    let wrap: (Sent) -> AnyMessage
    /// The host's form of an output; nil if it does not belong to the module.
    let unwrap: (Any) -> Heard?
    /// Returns the text of a message of the core.
    let title: (AnyMessage) -> String

    var isRelaxed = false
    var parts: [StoryPart]
    /// The outputs that no `THEN` has expected yet.
    var outputs = HeardList<Heard>("output") { messageTitle($0) }
    var requests = HeardList<HostRequest>("request to a gateway") { $0.title }
    var cancellations = HeardList<HostRequest>("cancelled request to a gateway") { $0.title }
    /// The failures that no `THEN` has expected yet.
    var failures: [ModuleFailure] = []
    /// The unhandled messages, in words.
    var unhandled: [String] = []
    /// The pending requests.
    var open: [HostRequest] = []
    /// The steps that started the effects in flight, by the effects' numbers.
    var origins: [Int: StoryOrigin] = [:]
    /// The numbers of the effects and timers that may be in flight at the end.
    var accepted: (effects: Set<Int>, timers: Set<Int>) = ([], [])

    init<Message>(
        _ app: App<S, Message>, state: S? = nil, gateways: [any DescribedGateway]? = nil, from start: Timestamp?,
        bringing bring: (inout DependencyValues) -> Void, wrap: @escaping (Sent) -> Message,
        unwrap: @escaping (Message) -> Heard?, title: @escaping (Message) -> String
    ) {
        (core, store) = app.makeCore(
            state: state, gateways: Set((gateways ?? app.gateways).map(\.name)),
            time: .virtual(from: start ?? .virtualStart), context: .test, bringing: bring)
        self.wrap = { MessageBox(wrap($0)) }
        self.unwrap = { ($0 as? Message).flatMap(unwrap) }
        self.title = { title($0.message(as: Message.self)) }
        parts = [StoryPart(core), StoryPart(store), StoryPart(core.effects)]
        if let outputQueue = core.outputQueue { parts.append(StoryPart(outputQueue)) }
        drive { core.settle(self) }
    }

    /// A message or an effect that has failed.
    struct ModuleFailure {
        /// The failed message or effect, and the error.
        let text: String
        let error: any Error
    }
}

extension ModuleBench where Sent == Heard {
    /// Creates the bench of a module whose input and output have the same type.
    convenience init(
        _ app: App<S, Sent>, state: S? = nil, gateways: [any DescribedGateway]? = nil, from start: Timestamp?,
        bringing bring: (inout DependencyValues) -> Void
    ) {
        self.init(
            app, state: state, gateways: gateways, from: start, bringing: bring, wrap: { $0 }, unwrap: { $0 },
            title: { messageTitle($0) })
    }
}
