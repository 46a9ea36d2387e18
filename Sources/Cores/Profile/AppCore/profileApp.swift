import Adit

/// The app `profile`: a user's email, behind one function. What happens is told to analytics; what fails is reported.
public func profileApp() -> App<ProfileState, When> {
    App("profile", state: ProfileState(), gateways: [saveHost, analyticsHost, crashReportingHost]) { core in
        core.middleware = [loggingMiddleware(), trimmingMiddleware]
        let reports = Reports()
        let platforms = HostReportGateway(
            analytics: core.connect(analyticsHost), crashReporting: core.connect(crashReportingHost))
        core.sources = { _ in [reports.source(to: platforms)] }
        return createFeatures(
            store: core.store, gateway: HostSaveGateway(host: core.connect(saveHost)), reports: reports,
            effects: core.effects, output: core.output)
    }
}
