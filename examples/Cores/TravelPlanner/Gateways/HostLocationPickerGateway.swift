import Adit

/// The gateway by which the host presents a picker of locations. It has no timeout.
let locationPickerHost = HostGateway<LocationPickerRequest, LocationPickerReply>("locationPicker")

/// What the host is asked.
@Model
enum LocationPickerRequest {
    /// Lets the user pick a location for a row; `location` is what is there now.
    case show(row: LocationRow, location: Location?)
}

/// What the host answers.
@Model
struct LocationPickerReply {
    /// What was picked; absent where the user has cancelled.
    let location: Location?
}

/// A gateway through which the host presents a picker of locations.
struct HostLocationPickerGateway: LocationPickerGateway {
    let host: HostConnection<LocationPickerRequest, LocationPickerReply>

    func pickLocation(for row: LocationRow, _ location: Location?) async throws -> Location? {
        try await host(.show(row: row, location: location)).location
    }
}
