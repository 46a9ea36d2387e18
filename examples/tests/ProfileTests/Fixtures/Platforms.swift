@testable import Adit
@testable import AditJSON
import Synchronization

@testable import ProfileCore

/// An analytics and a crash reporting platform, and what they were told, in order.
final class Platforms: Sendable {
    private let lines = Mutex<[String]>([])
    private let refusesEvents: Bool

    /// - Parameter refusesEvents: whether the analytics platform fails.
    init(refusesEvents: Bool = false) { self.refusesEvents = refusesEvents }

    var told: [String] { lines.withLock { $0 } }

    var analytics: Analytics {
        Analytics { [self] event in
            if refusesEvents { throw GatewayFailure.notServed("analytics") }
            lines.withLock { $0.append("\(event.name) \(JSON.object(event.parameters).text)") }
        }
    }

    var crashReporting: CrashReporting {
        CrashReporting { [self] error in lines.withLock { $0.append("error: \(error)") } }
    }

    /// Runs something with these platforms.
    func use<R>(_ operation: () throws -> R) rethrows -> R {
        try withDependencies {
            $0.analytics = analytics
            $0.crashReporting = crashReporting
        } operation: {
            try operation()
        }
    }
}
