import Adit
import AditGateways

/// Shows the forecast of a city. Without the server, the one that was shown last is shown again.
struct ShowForecastUseCase: UseCase {
    enum Request { case show(city: String) }
    enum Response: Equatable {
        case wasShown(Forecast, isOld: Bool)
        case wasNotShown(city: String, error: String)
    }

    @Dependency(\.http) private var http
    @Dependency(\.keyValue) private var keyValue
    let store: StateStore<WeatherState>
    let effects: Effects
    let respond: (Response) -> Void

    func request(_ request: Request) {
        switch request {
        case .show(let city): show(city, url: "\(store.state().server)/forecast/\(city).json")
        }
    }

    private func show(_ city: String, url: String) {
        effects.run(id: city, whileInFlight: .cancelPrevious) {
            do {
                let forecast = try await fetch(url)
                try await keyValue.put(forecast, city)
                respond(.wasShown(forecast, isOld: false))
            } catch {
                try Task.checkCancellation()
                guard let kept = try? await keyValue.value(city, as: Forecast.self) else {
                    return respond(.wasNotShown(city: city, error: "\(error)"))
                }
                respond(.wasShown(kept, isOld: true))
            }
        }
    }

    private func fetch(_ url: String) async throws -> Forecast {
        var request = HTTPRequest(.get, url)
        (request.timeout, request.attempts) = (.seconds(5), 2)
        let response = try await http.send(request)
        guard response.status == 200 else { throw UnexpectedStatus(status: response.status) }
        return try response.body.read()
    }
}

/// A response that has not what was asked for.
struct UnexpectedStatus: Error, CustomStringConvertible {
    let status: Int
    var description: String { "the server answered \(status)" }
}
