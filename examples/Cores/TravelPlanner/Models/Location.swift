import Adit

/// A place to travel from or to.
@Model
public struct Location: Equatable, Sendable {
    /// What the user knows it by.
    let name: String
    /// Where it is; absent where that is not known.
    var coordinates: Coordinates?
}

/// A point on the earth, in degrees.
@Model
public struct Coordinates: Equatable, Sendable {
    /// North of the equator, -90 to 90.
    let latitude: Double
    /// East of Greenwich, -180 to 180.
    let longitude: Double
}
