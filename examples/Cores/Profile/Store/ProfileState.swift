import Adit

/// The state of the profile app.
@Model
public struct ProfileState: State, Equatable, Sendable {
    /// What is in the email field.
    private(set) var email = ""
    /// What was saved last; absent before anything was.
    private(set) var savedEmail: String?
    /// Why the last attempt to save has failed; absent where it has not, or goes on.
    private(set) var failure: CodableError?

    /// What can be done to the state.
    public enum Change: Equatable, Sendable {
        case type(email: String)
        case beginSaving
        case finishSaving(email: String)
        case failSaving(CodableError)
    }

    public mutating func apply(_ change: consuming Change) {
        switch consume change {
        case .type(let email): self.email = email
        case .beginSaving: failure = nil
        case .finishSaving(let email): (savedEmail, failure) = (email, nil)
        case .failSaving(let error): failure = error
        }
    }
}
