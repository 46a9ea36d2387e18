import Adit

/// A gateway to the platforms for analytics and crash reports.
protocol ReportGateway {
    /// Sends an event to the analytics platform.
    ///
    /// - Throws: the error of the gateway.
    func send(_ event: AnalyticsEvent) throws
    /// Sends an error to the crash reporting platform.
    ///
    /// - Throws: the error of the gateway.
    func report(_ error: CodableError) throws
}
