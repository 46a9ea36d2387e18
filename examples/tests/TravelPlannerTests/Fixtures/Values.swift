import Adit

@testable import TravelPlannerCore

extension Timestamp {
    /// 2026-11-21T09:30:20Z.
    static let morning = epoch + .seconds(1_795_253_420)

    /// So many seconds after the morning.
    static func morning(plus seconds: Int) -> Timestamp { morning + .seconds(seconds) }
}

extension Location {
    static let utrecht = Location(name: "Utrecht", coordinates: Coordinates(latitude: 52.0893, longitude: 5.1101))
    static let delft = Location(name: "Delft")
    static let home = Location(name: "Home")
}
