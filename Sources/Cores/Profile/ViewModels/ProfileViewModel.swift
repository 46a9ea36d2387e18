import Adit

/// The view model in a core: its entry is the app's one feature. Its state is in the store, so that an event that fails
/// leaves no trace there, and so that hosts can read and follow it; saving is an effect, which ends in an event.
final class ProfileViewModel: SingleEntryPoint {
    typealias When = ProfileCore.When

    private let store: Store
    private let saver: SaveEmailUseCase

    /// - Parameters:
    ///   - gateway: where emails are saved.
    ///   - effects: waits for that.
    ///   - output: is told when it has ended.
    init(store: Store, gateway: any SaveGateway, effects: Effects, output: @escaping Output) {
        self.store = store
        saver = SaveEmailUseCase(gateway: gateway, effects: effects) { response in
            switch response {
            case .finished(let result): output(.networkFinishesSaving(result: result))
            }
        }
    }

    /// What is in the email field.
    var email: String { store.state().email }
    /// What was saved last; nil before anything was.
    var savedEmail: String? { store.state().savedEmail }
    /// Why the last attempt to save has failed; nil where it has not.
    var failure: CodableError? { store.state().failure }

    /// - Throws: ``EmailError`` whenever what was typed is to be saved and is no address.
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
