import Adit

/// The widget that plans a trip directly to somewhere, by one press.
@Model
public struct DirectToWidget: Equatable, Sendable {
    /// The user's own address; absent before it is configured.
    var address: Location?
    /// What the user has chosen for it.
    var options = DirectToOptions()
}

/// Options of the widget that plans directly.
@Model
public struct DirectToOptions: Equatable, Sendable {
    /// Whether its trips begin where the user is, whatever is in the from row.
    var departsFromHere = true
}

/// Options of the widget for checking in and out.
@Model
public struct CiCoOptions: Equatable, Sendable {
    /// Whether the user is reminded to check out.
    var remindsToCheckOut = false
    /// After how many minutes.
    var reminderMinutes = 60
}
