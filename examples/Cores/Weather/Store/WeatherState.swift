import Adit

/// The state of the weather app.
@Model
public struct WeatherState: State, Equatable, Sendable {
    /// The origin of the server.
    private(set) var server = "https://weather.example"
    /// How many reports the server has.
    private(set) var reports = 0

    /// What can be done to the state.
    public enum Change: Equatable, Sendable {
        case use(server: String)
        case countReport
    }
}

extension WeatherState {
    public mutating func apply(_ change: Change) {
        switch change {
        case .use(let url): server = url
        case .countReport: reports += 1
        }
    }
}
