import Adit
import AditGateways

/// What travels in the weather app.
@Message
public enum Message: Equatable, Sendable {
    /// Forecasts, reports and maps of cities.
    case weather(Weather)

    public enum Weather: Equatable, Sendable {
        case request(Request)
        case response(Response)

        public enum Request: Equatable, Sendable {
            /// Uses this server from now on, such as `https://weather.example`.
            case use(server: String)
            /// Shows the forecast of a city: that of the server, or else the one that was shown last.
            case show(city: String)
            /// Reports the weather in a city. The report reaches the server, also if the process ends meanwhile.
            case report(city: String, text: String)
            /// Downloads the map of a city, which may be large.
            case download(city: String)
            /// Stops the download.
            case cancel(city: String)
        }

        public enum Response: Equatable, Sendable {
            case wasShown(forecast: Forecast, isOld: Bool)
            case wasNotShown(city: String, error: String)
            case wasReported(city: String)
            case wasNotReported(city: String, error: String)
            case isDownloading(city: String, bytes: Int, of: Int?)
            case wasDownloaded(city: String, map: Blob)
            case wasNotDownloaded(city: String, error: String)
            case wasCancelled(city: String)
        }
    }
}
