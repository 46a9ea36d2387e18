import Adit

/// Writes into a ticket.
struct NotesUseCase: UseCase {
    typealias Request = SupportMessage.Notes.Request
    typealias Response = SupportMessage.Notes.Response

    private let store: StateStore<SupportState>
    private let respond: (Response) -> Void

    init(store: StateStore<SupportState>, responder: @escaping (Response) -> Void) {
        self.store = store
        respond = responder
    }

    func request(_ request: Request) {
        switch request {
        case .write(let id, let text):
            guard let ticket = store.state().tickets[id: id] else {
                return respond(.wasNotWritten(id: id, error: .unknownTicket))
            }
            guard ticket.isOpen else { return respond(.wasNotWritten(id: id, error: .closed)) }
            store.change(.note(id, text))
            respond(.wasWritten(id: id, text: text))
        }
    }
}

/// Makes the feature `notes`.
func createNotesFeature(store: StateStore<SupportState>, output: @escaping Output<SupportMessage>) -> Input<
    SupportMessage
> {
    let useCase = NotesUseCase(store: store) { output(.notes(.response($0))) }
    return { message in
        if case .notes(.request(let request)) = message { useCase.request(request) }
    }
}
