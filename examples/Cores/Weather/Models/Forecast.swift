import Adit

/// The weather that is expected in a city, as the server has it.
@Model
public struct Forecast: Equatable, Sendable {
    public let city: String
    /// In degrees Celsius.
    public let degrees: Double
    public let sky: String
}
