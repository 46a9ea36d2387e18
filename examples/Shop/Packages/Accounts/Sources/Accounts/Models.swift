import Adit

/// A customer.
@Model public struct Account: Identifiable, Equatable, Sendable {
    public var id: String
    public var name: String
    public var address: String?
    public var wantsNews = false
}

/// Why a request was not fulfilled.
@Model public enum AccountsError: String, Error, Sendable {
    case email, doubledEmail, unknownAccount, notSignedIn, emptyAddress
}
