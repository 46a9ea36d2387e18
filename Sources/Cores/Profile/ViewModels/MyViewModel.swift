import Adit

/// The view model as it begins: its state is its own, and it does all at once. It needs no core, and is tested by
/// itself.
///
/// Source: "Swift iOS App Single Entry Point for Action/When Events". ``ProfileViewModel`` is what becomes of it in a
/// core.
final class MyViewModel: SingleEntryPoint {
    enum When: AnalyticsWhen {
        case userTypesNewEmail(userEmail: String)
        case userTapsChangeEmailButton
    }

    private(set) var email: String = ""
    private(set) var savedEmail: String?

    func handle(_ when: When) {
        // Every event is sent to analytics; whatever the logic throws would be reported.
        AnalyticsProvider.analyticsAndCrashReportMiddleware(when: when) {
            switch $0 {
            case .userTypesNewEmail(let newEmail): email = newEmail
            case .userTapsChangeEmailButton: savedEmail = email
            }
        }
    }
}
