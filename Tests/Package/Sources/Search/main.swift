import Adit

// The example of docs/effects.md, outside of Adit's own package.

@Message enum Message: Equatable {
    case search(Search)
    case heartbeat(at: Timestamp)

    enum Search: Equatable {
        case request(Request)
        case response(Response)
        enum Request: Equatable { case find(String), stop }
        enum Response: Equatable { case wasFound(titles: [String]), wasNotFound(CodableError) }
    }
}

@Model struct SearchState: State {
    var found = 0
    enum Change { case found(Int) }
    mutating func apply(_ change: Change) {
        switch change {
        case .found(let count): found += count
        }
    }
}

protocol PageGateway {
    func titles(with text: String) async throws -> [String]
}

@Model enum PageRequest { case find(String) }
@Model struct PageReply { let titles: [String] }
let pagesHost = HostGateway<PageRequest, PageReply>("pages", timeout: .seconds(10))

struct HostPageGateway: PageGateway {
    let pages: HostConnection<PageRequest, PageReply>
    func titles(with text: String) async throws -> [String] { try await pages(.find(text)).titles }
}

func createSearchFeature(
    store: StateStore<SearchState>, effects: Effects, pages: any PageGateway, output: @escaping Output<Message>
) -> Input<Message> {
    return { message in
        switch message {
        case .search(.request(.find(let text))):
            effects.debounce(id: "search", for: .milliseconds(300)) {
                do {
                    output(.search(.response(.wasFound(titles: try await pages.titles(with: text)))))
                } catch {
                    output(.search(.response(.wasNotFound(CodableError(error)))))
                }
            }
        case .search(.request(.stop)): effects.cancel(id: "search")
        case .search(.response(.wasFound(let titles))): store.change(.found(titles.count))
        default: break
        }
    }
}

func searchApp() -> App<SearchState, Message> {
    App("search", state: SearchState(), gateways: [pagesHost]) { core in
        core.sources = { state in
            guard state.found > 0 else { return [] }
            return [.every(.seconds(30), id: "heartbeat") { core.output(.heartbeat(at: .drawn())) }]
        }
        let pages = HostPageGateway(pages: core.connect(pagesHost))
        return [
            Feature(
                .search,
                createSearchFeature(store: core.store, effects: core.makeEffects(), pages: pages, output: core.output))
        ]
    }
}

/// A gateway of a program that has its pages at hand, and takes its time.
struct MemoryPageGateway: PageGateway {
    @Dependency(\.clock) var clock
    func titles(with text: String) async throws -> [String] {
        try await clock.sleep(for: .seconds(2))
        return ["Milk", "Milkyway", "Bread"].filter { $0.hasPrefix(text) }
    }
}

/// A Swift program around the search: what the core outputs comes back to it, and is printed.
final class SearchProgram {
    private let effects = EffectRunner(clock: .virtual)
    private let store = StateStore(SearchState())
    private lazy var rootHandler: Input<Message> = createAppCore(
        store: store, receivers: [{ print($0.casePath) }],
        features: [
            Feature(
                .search,
                createSearchFeature(
                    store: store, effects: effects.makeEffects(), pages: MemoryPageGateway(),
                    output: { [weak self] in try? self?.rootHandler($0) }))
        ], effects: effects)

    func run() throws {
        for text in ["M", "Mi", "Milk"] { try rootHandler(.search(.request(.find(text)))) }
        try effects.advance(by: .milliseconds(2_299))
        print("nothing yet: \(store.state().found)")
        try effects.advance(by: .milliseconds(1))
        try rootHandler(.search(.request(.find("Bread"))))
        try rootHandler(.search(.request(.stop)))
        try effects.advance(by: .seconds(60))
        print("\(searchApp().name): \(store.state().found)")
    }
}

try SearchProgram().run()
