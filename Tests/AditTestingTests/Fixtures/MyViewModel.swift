import Adit

/// The view model of the documents' example: an address that the user types and saves.
final class MyViewModel: SingleEntryPoint {
    enum When: Codable {
        case userTypesNewEmail(userEmail: String)
        case userTapsChangeEmailButton
    }

    private(set) var email = ""
    private(set) var savedEmail: String?

    func handle(_ when: When) {
        switch when {
        case .userTypesNewEmail(let userEmail): email = userEmail
        case .userTapsChangeEmailButton: savedEmail = email
        }
    }
}
