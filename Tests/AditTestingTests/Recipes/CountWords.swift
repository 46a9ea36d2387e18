import Adit

struct CountWords: UseCase {
    @Model enum Request: Equatable { case count(text: String) }
    @Model enum Response: Equatable { case wasCounted(words: Int) }

    let respond: (Response) -> Void

    func request(_ request: Request) {
        switch request {
        case .count(let text): respond(.wasCounted(words: text.split(separator: " ").count))
        }
    }
}

@Message enum WordMessage: Equatable {
    case words(Words)

    enum Words: Equatable {
        case request(CountWords.Request)
        case response(CountWords.Response)
    }
}
