import Adit

/// The gateway by which the host presents the options of a trip. It has no timeout.
let travelOptionsHost = HostGateway<TravelOptionsRequest, TravelOptionsReply>("travelOptions")

/// The gateway by which the host presents the options of a widget.
let widgetOptionsHost = HostGateway<WidgetOptionsRequest, WidgetOptionsReply>("widgetOptions")

/// What the host is asked about a trip.
@Model
enum TravelOptionsRequest {
    /// Lets the user choose what a trip has to be like.
    case show(options: TravelOptions)
}

/// What the host answers about a trip.
@Model
struct TravelOptionsReply {
    /// What was chosen; absent where the user has cancelled.
    let options: TravelOptions?
}

/// What the host is asked about a widget.
@Model
enum WidgetOptionsRequest {
    /// Lets the user choose options of the widget that plans directly.
    case directTo(options: DirectToOptions)
    /// Lets the user choose options of the widget for checking in and out.
    case ciCo(options: CiCoOptions)
}

/// What the host answers about a widget: its options, or nothing where the user has cancelled.
@Model
struct WidgetOptionsReply {
    /// What was chosen, if it was asked for.
    let directTo: DirectToOptions?
    /// What was chosen, if it was asked for.
    let ciCo: CiCoOptions?
}

/// A gateway through which the host presents options.
struct HostOptionsGateway: OptionsGateway {
    let travel: HostConnection<TravelOptionsRequest, TravelOptionsReply>
    let widgets: HostConnection<WidgetOptionsRequest, WidgetOptionsReply>

    func choose(_ options: TravelOptions) async throws -> TravelOptions? {
        try await travel(.show(options: options)).options
    }

    func choose(_ options: DirectToOptions) async throws -> DirectToOptions? {
        try await widgets(.directTo(options: options)).directTo
    }

    func choose(_ options: CiCoOptions) async throws -> CiCoOptions? {
        try await widgets(.ciCo(options: options)).ciCo
    }
}
