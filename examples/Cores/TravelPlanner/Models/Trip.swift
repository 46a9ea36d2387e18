import Adit

/// A trip as it is looked up.
@Model
public struct Trip: Equatable, Sendable {
    /// Where it begins; absent: where the user is.
    var from: Location?
    /// Where it ends.
    let to: Location
    /// Whether it begins or ends at the time.
    let queryType: TravelTimeQueryType
    /// The time.
    let date: Timestamp
    /// What it has to be like.
    let options: TravelOptions
}
