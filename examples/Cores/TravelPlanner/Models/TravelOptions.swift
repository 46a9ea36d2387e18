import Adit

/// What a trip has to be like.
@Model
public struct TravelOptions: Equatable, Sendable {
    /// How many minutes more there have to be for each transfer.
    var extraTransferMinutes = 0
    /// Whether there must be no steps on the way.
    var isStepFree = false
    /// Whether trains with a supplement are left out.
    var avoidsSupplements = false
}
