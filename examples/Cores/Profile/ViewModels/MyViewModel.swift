import Adit
import AditCodable
import Observation

/// The initial form of the view model: it holds its own state, and all its work is synchronous. It needs no core, and
/// is tested alone.
///
/// Source: "Swift iOS App Single Entry Point for Action/When Events". ``ProfileViewModel`` is its form in a core.
@Observable
final class MyViewModel: SingleEntryPoint {
    enum When: AnalyticsWhen {
        case userTypesNewEmail(userEmail: String)
        case userTapsChangeEmailButton
    }

    private(set) var email: String = ""
    private(set) var savedEmail: String?

    func handle(_ when: When) {
        // Sends every event to analytics, and would report an error of the logic.
        AnalyticsProvider.analyticsAndCrashReportMiddleware(when: when) {
            switch $0 {
            case .userTypesNewEmail(let newEmail): email = newEmail
            case .userTapsChangeEmailButton: savedEmail = email
            }
        }
    }
}
