import Adit

/// Opens and closes tickets.
struct TicketsUseCase: UseCase {
    typealias Request = SupportMessage.Tickets.Request
    typealias Response = SupportMessage.Tickets.Response

    @Dependency(\.uuid) private var uuid
    private let store: StateStore<SupportState>
    private let respond: (Response) -> Void

    init(store: StateStore<SupportState>, responder: @escaping (Response) -> Void) {
        self.store = store
        respond = responder
    }

    func request(_ request: Request) {
        switch request {
        case .open(let subject):
            guard !subject.isEmpty else { return respond(.wasNotOpened(error: .emptySubject)) }
            let ticket = Ticket(id: uuid(), subject: subject)
            store.change(.add(ticket))
            respond(.wasOpened(ticket))
        case .close(let id):
            guard let ticket = store.state().tickets[id: id] else {
                return respond(.wasNotClosed(id: id, error: .unknownTicket))
            }
            guard ticket.isOpen else { return respond(.wasNotClosed(id: id, error: .closed)) }
            store.change(.close(id))
            respond(.wasClosed(id: id))
        }
    }
}

/// Makes the feature `tickets`.
func createTicketsFeature(store: StateStore<SupportState>, output: @escaping Output<SupportMessage>) -> Input<
    SupportMessage
> {
    let useCase = TicketsUseCase(store: store) { output(.tickets(.response($0))) }
    return { message in
        if case .tickets(.request(let request)) = message { useCase.request(request) }
    }
}
