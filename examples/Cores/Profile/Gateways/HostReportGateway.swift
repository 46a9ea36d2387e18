import Adit

/// The gateway by which the host receives events.
let analyticsHost = HostGateway<AnalyticsRequest, Never>("analytics")

/// The gateway by which the host receives errors.
let crashReportingHost = HostGateway<CrashReportingRequest, Never>("crashReporting")

/// What the host is told of an event.
@Model
enum AnalyticsRequest {
    /// Something happened.
    case event(AnalyticsEvent)
}

/// What the host is told of an error.
@Model
enum CrashReportingRequest {
    /// Something was not done, as it failed.
    case report(CodableError)
}

/// A gateway that sends events and errors to the host.
struct HostReportGateway: ReportGateway {
    let analytics: HostConnection<AnalyticsRequest, Never>
    let crashReporting: HostConnection<CrashReportingRequest, Never>

    func send(_ event: AnalyticsEvent) throws { try analytics.send(.event(event)) }

    func report(_ error: CodableError) throws { try crashReporting.send(.report(error)) }
}
