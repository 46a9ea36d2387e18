import Adit

/// All that travels in the core. (003: "Architecture & Agility: 06 - Example Feature implementation")
@Message public enum Message: Equatable {
    case todo(_Todo)
    case clock(_Clock)
    case appReview(_AppReview)

    public enum _Todo: Equatable {
        case request(_Request)
        case response(_Response)
        public enum _Request: Equatable { case add(item: TodoItem), check(item: TodoItem) }
        public enum _Response: Equatable { case wasAdded(TodoItem), wasChecked(TodoItem) }
    }
    public enum _Clock: Equatable { case ticked }
    public enum _AppReview: Equatable { case requestReview }
}

typealias Input = Adit.Input<Message>
typealias Output = Adit.Output<Message>

struct AppReviewRequester: UseCase {
    enum Request { case requestShowReview }
    enum Response {}

    let reviewGateway: any ReviewGateway

    func request(_ request: Request) {
        switch request {
        case .requestShowReview: reviewGateway.show()
        }
    }
}

protocol ReviewGateway { func show() }

/// Asks the host five seconds later, if there are three items or one that is checked.
struct HostReviewGateway: ReviewGateway {
    let store: StateStore<TodoState>
    let effects: Effects
    let requestReview: () -> Void

    func show() {
        guard store.state().items.count > 2 || store.state().items.contains(where: \.completed) else { return }
        effects.after(.seconds(5)) { requestReview() }
    }
}

/// A sink: it has no output.
func createAppReviewFeature(reviewGateway: any ReviewGateway) -> Input {
    let reviewRequester = AppReviewRequester(reviewGateway: reviewGateway)
    return { msg in
        if case .appReview(.requestReview) = msg { reviewRequester.request(.requestShowReview) }
    }
}

/// A source: it has no input.
func createClockFeature(output: @escaping Output) -> Source {
    .every(.seconds(60), id: "clock") { output(.clock(.ticked)) }
}

func createTodoListFeature(store: StateStore<TodoState>, output: @escaping Output) -> Input {
    { msg in
        switch msg {
        case .todo(.request(.add(let item))):
            store.change(.add(item))
            output(.todo(.response(.wasAdded(item))))
        case .todo(.request(.check(let item))):
            store.change(.check(item))
            output(.todo(.response(.wasChecked(item))))
        default: break
        }
    }
}

/// Translates messages, so that the review does not depend on the list.
func messageExpander(output: @escaping Output) -> Input {
    { msg in
        if case .todo(.response(.wasAdded(_))) = msg { output(.appReview(.requestReview)) }
        if case .todo(.response(.wasChecked(_))) = msg { output(.appReview(.requestReview)) }
    }
}

func createFeatures(store: StateStore<TodoState>, reviewGateway: any ReviewGateway, output: @escaping Output) -> [Input]
{
    [
        createTodoListFeature(store: store, output: output),
        createAppReviewFeature(reviewGateway: reviewGateway),
    ]
}

func createAppCore(
    store: StateStore<TodoState>, receivers: [Input], reviewGateway: any ReviewGateway, effects: EffectRunner,
    rootHandler: @escaping Output
) -> Output {
    let input = Adit.createAppCore(
        store: store, receivers: receivers,
        features: createFeatures(store: store, reviewGateway: reviewGateway, output: rootHandler), effects: effects)
    return { msg in
        do { try input(msg) } catch { print("\(msg) failed: \(error)") }  // check-core: allow, of a program
    }
}

/// Two user interfaces on one core, in a Swift program.
final class TodosApp {
    private let store = StateStore(TodoState())
    let (list, badge) = (ListView(), BadgeView())
    let effects = EffectRunner(clock: .virtual)
    private(set) var reviews = 0
    private(set) lazy var rootHandler: (Message) -> () = createAppCore(
        store: store,
        receivers: [
            list.handle(msg:), badge.handle(msg:), messageExpander(output: { [unowned self] in rootHandler($0) }),
        ],
        reviewGateway: HostReviewGateway(store: store, effects: effects.makeEffects()) { [unowned self] in reviews += 1
        },
        effects: effects, rootHandler: { [unowned self] in rootHandler($0) })
}

final class ListView {
    private(set) var lines: [String] = []
    func handle(msg: Message) { if case .todo(.response(.wasAdded(let item))) = msg { lines.append(item.text) } }
}

final class BadgeView {
    private(set) var count = 0
    func handle(msg: Message) {
        if case .todo(.response(.wasAdded)) = msg { count += 1 }
        if case .todo(.response(.wasChecked)) = msg { count -= 1 }
    }
}

@Model public struct TodoItem: Identifiable, Equatable, Sendable {
    public let id: Int
    var text: String
    var completed = false
}

@Model public struct TodoState: State, Equatable {
    var items: Table<Int, TodoItem> = []

    public enum Change { case add(TodoItem), check(TodoItem) }
    public mutating func apply(_ change: Change) {
        switch change {
        case .add(let item): items.updateOrAppend(item)
        case .check(let item): items[id: item.id]?.completed = true
        }
    }
}

/// The host asks the user for a review.
let reviewHost = HostGateway<String, Never>("review")

/// The same core behind C: its interface is the host.
public func reviewApp() -> App<TodoState, Message> {
    App("review", state: TodoState(), gateways: [reviewHost]) { core in
        let host = core.connect(reviewHost)
        core.receivers = [messageExpander(output: core.output)]
        core.sources = { [output = core.output] _ in [createClockFeature(output: output)] }
        let reviewGateway = HostReviewGateway(store: core.store, effects: core.makeEffects()) {
            try? host.send("Do you like it?")
        }
        return createFeatures(store: core.store, reviewGateway: reviewGateway, output: core.output).map { Feature($0) }
    }
}
