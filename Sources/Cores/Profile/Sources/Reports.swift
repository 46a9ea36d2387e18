import Adit

/// Events and errors on their way to the platforms.
///
/// What a message asks of a gateway is dropped where the message fails, and it is then that there is something to
/// report. So reports are put here, and a source carries them on once the message is over, however it ended.
final class Reports: Sendable {
    private enum Report: Sendable {
        case event(AnalyticsEvent)
        case error(CodableError)
    }

    private let reports: AsyncStream<Report>
    private let continuation: AsyncStream<Report>.Continuation

    init() {
        // Nobody takes them while the core is not driven; the last ones say more than the first.
        (reports, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1000))
    }

    /// The analytics platform that puts events here.
    var analytics: Analytics { Analytics { [continuation] in continuation.yield(.event($0)) } }

    /// The crash reporting platform that puts errors here.
    var crashReporting: CrashReporting {
        CrashReporting { [continuation] in continuation.yield(.error(CodableError($0))) }
    }

    /// The source that carries them on, best effort: what a gateway does not take is lost.
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
