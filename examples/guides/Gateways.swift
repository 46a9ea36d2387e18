// The code of docs/effects.md on gateways and sources. Tests/blocks.py compares it with the page; what stands around it
// lets it compile.
import Adit

@Model enum FetchRequest: Sendable { case get(url: String) }
@Model struct FetchReply: Equatable, Sendable { let body: String }
@Model enum InboxRequest: Sendable { case follow(room: String) }

@Message enum RoomMessage: Equatable {
    case pages(Pages)
    case heartbeat(Heartbeat)
    case inbox(Inbox)

    enum Pages: Equatable { case wereFetched([FetchReply]) }
    enum Heartbeat: Equatable { case beats(at: Timestamp) }
    enum Inbox: Equatable { case received(message: String) }
}

@Model struct RoomState: State {
    var room: String?

    enum Change {}

    mutating func apply(_ change: Change) {}
}

struct GatewaysGuide {
    typealias Message = RoomMessage

    protocol PageGateway { func get(url: String) async throws -> FetchReply }

    let fetchHost = HostGateway<FetchRequest, FetchReply>("fetch", timeout: .seconds(10))

    struct HostPageGateway: PageGateway {
        let fetch: HostConnection<FetchRequest, FetchReply>
        func get(url: String) async throws -> FetchReply { try await fetch(.get(url: url)) }
    }

    func fetchTwo(_ core: CoreBuilder<RoomState, Message>, effects: Effects, output: @escaping Output<Message>) {
        let fetch = core.connect(fetchHost)
        effects.run {
            async let page = fetch(.get(url: "/a"))
            async let next = fetch(.get(url: "/b"))
            output(.pages(.wereFetched(try await [page, next])))
        }
    }

    func addSources(
        to core: CoreBuilder<RoomState, Message>, date: DateGenerator,
        inbox: HostSourceConnection<InboxRequest, String>, output: @escaping Output<Message>
    ) {
        core.sources = { state in
            guard let room = state.room else { return [] }
            return [
                .every(.seconds(30), id: "heartbeat") { output(.heartbeat(.beats(at: date()))) },
                Source(id: "inbox of \(room)") {
                    for try await message in inbox(.follow(room: room)) { output(.inbox(.received(message: message))) }
                },
            ]
        }
    }
}
