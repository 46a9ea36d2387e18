import Adit

/// The app `profile`: a user's email, behind one function. Events are sent to analytics; errors are reported.
public func profileApp() -> App<ProfileState, When> {
    App("profile", state: ProfileState(), gateways: [saveHost, analyticsHost, crashReportingHost]) { core in
        core.middleware = [loggingMiddleware(), trimmingMiddleware]
        let reports = Reports()
        let platforms = HostReportGateway(
            analytics: core.connect(analyticsHost), crashReporting: core.connect(crashReportingHost))
        core.sources = { _ in [reports.source(to: platforms)] }
        return createFeatures(
            store: core.store, gateway: HostSaveGateway(host: core.connect(saveHost)), reports: reports,
            effects: core.makeEffects(), output: core.output)
    }
}
