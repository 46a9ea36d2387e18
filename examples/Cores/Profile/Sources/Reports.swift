import Adit

/// A queue of events and errors for the platforms.
///
/// A failed message drops its requests to gateways, but its failure has to be reported. So reports are queued here, and
/// a source sends them once the message has ended, successfully or not.
final class Reports: Sendable {
    private enum Report: Sendable {
        case event(AnalyticsEvent)
        case error(CodableError)
    }

    private let reports: AsyncStream<Report>
    private let continuation: AsyncStream<Report>.Continuation

    init() {
        // They are not consumed while the core is not driven; the last ones are the most useful.
        (reports, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1000))
    }

    /// The analytics platform that queues events here.
    var analytics: Analytics { Analytics { [continuation] in continuation.yield(.event($0)) } }

    /// The crash reporting platform that queues errors here.
    var crashReporting: CrashReporting {
        CrashReporting { [continuation] in continuation.yield(.error(CodableError($0))) }
    }

    /// Returns the source that sends the reports, best effort: reports that a gateway refuses are lost.
    func source(to gateway: any ReportGateway) -> Source {
        Source(id: "reports") { [reports] in
            for await report in reports {
                switch report {
                case .event(let event): try? gateway.send(event)
                case .error(let error): try? gateway.report(error)
                }
            }
        }
    }
}
