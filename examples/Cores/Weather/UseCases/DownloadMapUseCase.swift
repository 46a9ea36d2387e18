import Adit
import AditGateways

/// Downloads the map of a city as a blob: its bytes stay with the host.
struct DownloadMapUseCase: UseCase {
    enum Request {
        case download(city: String)
        case cancel(city: String)
    }
    enum Response: Equatable {
        case isDownloading(city: String, bytes: Int, of: Int?)
        case wasDownloaded(city: String, Blob)
        case wasNotDownloaded(city: String, error: String)
        case wasCancelled(city: String)
    }

    @Dependency(\.http) private var http
    let store: StateStore<WeatherState>
    let effects: Effects
    let respond: (Response) -> Void

    func request(_ request: Request) {
        switch request {
        case .download(let city): download(city, url: "\(store.state().server)/maps/\(city)")
        case .cancel(let city):
            effects.cancel(id: city)
            respond(.wasCancelled(city: city))
        }
    }

    private func download(_ city: String, url: String) {
        var request = HTTPRequest(.get, url)
        (request.timeout, request.form) = (.seconds(3600), .blob)
        effects.run(id: city, whileInFlight: .skip) { [request] in
            do {
                for try await event in http.events(of: request) {
                    switch event {
                    case .response(let response) where response.status != 200:
                        throw UnexpectedStatus(status: response.status)
                    case .received(let bytes, let all): respond(.isDownloading(city: city, bytes: bytes, of: all))
                    case .finished(let map?): respond(.wasDownloaded(city: city, map))
                    default: break
                    }
                }
            } catch {
                try Task.checkCancellation()
                respond(.wasNotDownloaded(city: city, error: "\(error)"))
            }
        }
    }
}
