import Adit
import AditJSON
import AditState
import AditSystem

/// A module in a core on a virtual clock, whose host is the story: what it has put out, asked for and failed with.
final class ModuleBench<S: State, Sent, Heard>: StoryBench {
    let core: Core
    let store: StateStore<S>
    /// What is sent, as a message of the core.
    let wrap: (Sent) -> AnyMessage
    /// The host's form of an output; nil if it does not belong to the module.
    let unwrap: (Any) -> Heard?
    /// A message of the core in words.
    let title: (AnyMessage) -> String

    var isRelaxed = false
    var parts: [StoryPart]
    /// What was heard and has not been spoken of.
    var outputs = HeardList<Heard>("output") { messageTitle($0) }
    var requests = HeardList<HostRequest>("request to a gateway") { $0.title }
    var cancellations = HeardList<HostRequest>("cancelled request to a gateway") { $0.title }
    /// What has failed and has not been spoken of.
    var failures: [ModuleFailure] = []
    /// The unhandled messages, in words.
    var unhandled: [String] = []
    /// The requests that may be answered.
    var open: [HostRequest] = []
    /// Where the effects in flight have begun, by their numbers.
    var origins: [Int: StoryOrigin] = [:]
    /// The numbers of the effects and timers that may be there at the end.
    var accepted: (effects: Set<Int>, timers: Set<Int>) = ([], [])

    /// What the present message came of.
    var cause: Cause?

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
        /// What has failed, and by what.
        let text: String
        let error: any Error
    }
}

extension ModuleBench where Sent == Heard {
    /// A module that hears what it is sent.
    convenience init(
        _ app: App<S, Sent>, state: S? = nil, gateways: [any DescribedGateway]? = nil, from start: Timestamp?,
        bringing bring: (inout DependencyValues) -> Void
    ) {
        self.init(
            app, state: state, gateways: gateways, from: start, bringing: bring, wrap: { $0 }, unwrap: { $0 },
            title: { messageTitle($0) })
    }
}
