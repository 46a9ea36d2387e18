import Adit

/// The view model in a core: its entry point is the app's only feature. Its state is in the store, so that a failed
/// event leaves it unchanged, and hosts can read and follow it; saving is an effect, which ends in an event.
final class ProfileViewModel: SingleEntryPoint {
    typealias When = ProfileCore.When

    private let store: Store
    private let saver: SaveEmailUseCase

    /// - Parameters:
    ///   - gateway: saves emails.
    ///   - effects: runs the save.
    ///   - output: receives its result.
    init(store: Store, gateway: any SaveGateway, effects: Effects, output: @escaping Output) {
        self.store = store
        saver = SaveEmailUseCase(gateway: gateway, effects: effects) { response in
            switch response {
            case .finished(let result): output(.networkFinishesSaving(result: result))
            }
        }
    }

    /// The content of the email field.
    var email: String { store.state().email }
    /// The email that was saved last; nil if none.
    var savedEmail: String? { store.state().savedEmail }
    /// The error of the last attempt to save; nil if none.
    var failure: CodableError? { store.state().failure }

    /// - Throws: ``EmailError`` whenever the text to save is not an address.
    func handle(_ when: When) throws {
        try AnalyticsProvider.analyticsAndCrashReportMiddleware(when: when) {
            switch $0 {
            case .userTypesNewEmail(let newEmail):
                store.change(.type(email: newEmail))
            case .userTapsChangeEmailButton:
                store.change(.beginSaving)
                try saver.request(.save(email: email))
            case .networkFinishesSaving(.success(let saved)):
                store.change(.finishSaving(email: saved))
            case .networkFinishesSaving(.failure(let error)):
                store.change(.failSaving(error))
            }
        }
    }
}
