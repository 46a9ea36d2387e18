import Adit

/// Looks up the book with a number. Requests during a look-up of the same number are skipped.
struct LookUpBook: UseCase {
    enum Request { case find(isbn: String) }
    enum Response: Equatable {
        case wasFound(book: Book)
        case wasNotFound(isbn: String, error: CodableError)
    }

    let titles: any TitleGateway
    let effects: Effects
    let respond: (Response) -> Void

    func request(_ request: Request) {
        switch request {
        case .find(let isbn):
            effects.run(id: isbn, whileInFlight: .skip) {
                do {
                    let title = try await titles.title(of: isbn)
                    respond(.wasFound(book: Book(isbn: isbn, title: title)))
                } catch {
                    respond(.wasNotFound(isbn: isbn, error: CodableError(error)))
                }
            }
        }
    }
}
