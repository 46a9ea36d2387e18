import Adit

/// Lists the entries of a day (in UTC), in the order of the journal.
struct ListJournalEntriesUseCase: UseCase {
    enum Request { case list(day: CalendarDay) }
    enum Response: Equatable { case wasListed(day: CalendarDay, entries: [JournalEntry]) }

    private let store: Store
    private let respond: (Response) -> Void

    init(store: Store, responder: @escaping (Response) -> Void) {
        self.store = store
        respond = responder
    }

    func request(_ request: Request) {
        switch request {
        case .list(let day):
            respond(.wasListed(day: day, entries: store.state().journal.filter { $0.day == day }))
        }
    }
}
