import Adit
import AditGateways

/// Reports the weather in a city. A request that survives the end of the process carries it; the server recognizes it by
/// its key if it is sent twice.
struct ReportWeatherUseCase: UseCase {
    enum Request { case report(city: String, text: String) }
    typealias Response = Never

    @Dependency(\.uuid) private var uuid
    let store: StateStore<WeatherState>
    let reports: DurableConnection<HTTPRequest>

    func request(_ request: Request) throws {
        switch request {
        case .report(let city, let text):
            var request = HTTPRequest(.post, "\(store.state().server)/reports/\(city)", body: .text(text))
            (request.attempts, request.idempotencyKey) = (3, "\(uuid())")
            try reports.request(request)
        }
    }
}

extension Message.Weather.Response {
    /// What came of a report.
    init(_ answer: DurableAnswer<HTTPRequest, HTTPResponse>) {
        let city = answer.request.url.split(separator: "/").last.map(String.init) ?? ""
        switch answer.result {
        case .success(let response) where (200..<300).contains(response.status): self = .wasReported(city: city)
        case .success(let response):
            self = .wasNotReported(city: city, error: "\(UnexpectedStatus(status: response.status))")
        case .failure(let failure): self = .wasNotReported(city: city, error: "\(failure)")
        }
    }
}
