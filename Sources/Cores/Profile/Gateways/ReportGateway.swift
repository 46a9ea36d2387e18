import Adit

/// The way to the platforms that are told of what happens.
protocol ReportGateway {
    /// Tells the analytics platform of an event.
    ///
    /// - Throws: whatever went wrong on the way.
    func send(_ event: AnalyticsEvent) throws
    /// Tells the crash reporting platform of an error.
    ///
    /// - Throws: whatever went wrong on the way.
    func report(_ error: CodableError) throws
}
