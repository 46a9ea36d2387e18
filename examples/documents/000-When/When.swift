import Adit
import AditCodable

/// All that happens to the view model. (000: "Swift iOS App Single Entry Point for Action/When Events")
@Message public enum When: AnalyticsWhen {
    case userTypesNewEmail(userEmail: String)
    case userTapsChangeEmailButton
}

final class MyViewModel: SingleEntryPoint {
    private let store: StateStore<EmailState>
    var email: String { store.state().email }
    var savedEmail: String? { store.state().savedEmail }

    init(store: StateStore<EmailState> = StateStore(EmailState())) { self.store = store }

    func handle(_ when: When) throws {
        try AnalyticsProvider.analyticsAndCrashReportMiddleware(when: when) {
            switch $0 {
            case .userTypesNewEmail(let newEmail): store.change(.type(newEmail))
            case .userTapsChangeEmailButton:
                if email.isEmpty { throw EmailError.nothingToSave }
                store.change(.save)
            }
        }
    }
}

enum EmailError: Error { case nothingToSave }

struct AnalyticsProvider {
    /// Rethrows what `next` throws. The platforms are lines of the core's log here, which a host receives as `@log`.
    static func analyticsAndCrashReportMiddleware<T: AnalyticsWhen>(when: T, next: (T) throws -> Void) rethrows {
        let logger = DependencyValues.current.logger
        try AditCodable.analyticsAndCrashReportMiddleware(
            when: when, analytics: { logger.info("analytics: \($0.name) \($0.parameters)") },
            crashReporting: { logger.error("crash report: \($0)") }, next: next)
    }
}

@Model public struct EmailState: State {
    public private(set) var email = ""
    public private(set) var savedEmail: String?

    public enum Change { case type(String), save }
    public mutating func apply(_ change: Change) {
        switch change {
        case .type(let text): email = text
        case .save: savedEmail = email
        }
    }
}

public func emailApp() -> App<EmailState, When> {
    App("email", state: EmailState()) { core in [Feature(MyViewModel(store: core.store).handle)] }
}
