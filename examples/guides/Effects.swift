// The code of docs/effects.md. Tests/blocks.py compares it with the page; what stands around it
// lets it compile.
import Adit
import Testing

@Message enum SearchMessage: Equatable {
    case search(Search)

    enum Search: Equatable {
        case request(Request)
        case response(Response)

        enum Request: Equatable {
            case find(String)
            case stop
        }
        enum Response: Equatable { case wasFound(titles: [String]) }
    }
}

@Model struct SearchState: State {
    enum Change {}

    mutating func apply(_ change: Change) {}
}

@Model enum TitleRequest: Sendable { case titles(with: String) }

@Suite struct EffectsGuide {
    typealias Message = SearchMessage

    protocol PageGateway { func titles(with text: String) async throws -> [String] }

    struct HostPageGateway: PageGateway {
        let pages: HostConnection<TitleRequest, [String]>
        func titles(with text: String) async throws -> [String] { try await pages(.titles(with: text)) }
    }

    struct MemoryPageGateway: PageGateway {
        func titles(with text: String) async throws -> [String] { ["\(text) and honey"] }
    }

    let pagesHost = HostGateway<TitleRequest, [String]>("pages")

    func createSearchFeature(
        effects: Effects, pages: any PageGateway, output: @escaping Output<Message>
    ) -> Input<Message> {
        return { message in
            switch message {
            case .search(.request(.find(let text))):
                effects.debounce(id: "search", for: .milliseconds(300)) {
                    output(.search(.response(.wasFound(titles: try await pages.titles(with: text)))))
                }
            case .search(.request(.stop)):
                effects.cancel(id: "search")
            default: break
            }
        }
    }

    func searchApp() -> App<SearchState, Message> {
        App("search", state: SearchState(), gateways: [pagesHost]) { core in
            let pages = HostPageGateway(pages: core.connect(pagesHost))
            return [
                Feature(.search, createSearchFeature(effects: core.makeEffects(), pages: pages, output: core.output))
            ]
        }
    }

    @Test func `a debounced search answers`() throws {
        let store = StateStore(SearchState())
        var found: [Message] = []
        let output: Output<Message> = { found.append($0) }
        let effects = EffectRunner(clock: .virtual)
        let input = createAppCore(
            store: store, receivers: [],
            features: [createSearchFeature(effects: effects.makeEffects(), pages: MemoryPageGateway(), output: output)],
            effects: effects)
        try input(.search(.request(.find("milk"))))
        try effects.advance(by: .milliseconds(300))
        #expect(found == [.search(.response(.wasFound(titles: ["milk and honey"])))])
        #expect(searchApp().name == "search")
    }
}
