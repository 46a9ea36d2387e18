import Adit

/// The state of who buys.
@Model public struct AccountsState: State, Equatable {
    public var accounts: Table<String, Account> = []
    /// The account that is signed in.
    public var current: String?

    public init() {}

    public enum Change {
        case add(Account)
        case setAddress(String, String)
        case setNews(String, Bool)
        case signIn(String)
        case signOut
    }

    public mutating func apply(_ change: Change) {
        switch change {
        case .add(let account): accounts.updateOrAppend(account)
        case .setAddress(let id, let address): accounts.update(id) { $0.address = address }
        case .setNews(let id, let wantsNews): accounts.update(id) { $0.wantsNews = wantsNews }
        case .signIn(let id): current = id
        case .signOut: current = nil
        }
    }
}
