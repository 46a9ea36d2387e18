import Adit

/// The messages of who buys: a case for each feature.
@Message public enum AccountsMessage: Equatable, Sendable {
    /// Registers customers by their email.
    case registration(Registration)
    /// Signs a customer in and out.
    case sessions(Sessions)
    /// Keeps where to ship to.
    case addresses(Addresses)
    /// Sends news to who wants it.
    case news(News)

    public enum Registration: Equatable, Sendable {
        case request(Request)
        case response(Response)

        public indirect enum Request: Equatable, Sendable {
            case register(email: String, name: String)
        }
        public indirect enum Response: Equatable, Sendable {
            case wasRegistered(Account)
            case wasNotRegistered(email: String, error: AccountsError)
        }
    }

    public enum Sessions: Equatable, Sendable {
        case request(Request)
        case response(Response)

        public indirect enum Request: Equatable, Sendable {
            case signIn(email: String)
            case signOut
        }
        public indirect enum Response: Equatable, Sendable {
            case signedIn(email: String)
            case didNotSignIn(email: String, error: AccountsError)
            case signedOut(email: String)
            case didNotSignOut(error: AccountsError)
        }
    }

    public enum Addresses: Equatable, Sendable {
        case request(Request)
        case response(Response)

        public indirect enum Request: Equatable, Sendable {
            case setAddress(address: String)
        }
        public indirect enum Response: Equatable, Sendable {
            case addressWasSet(email: String, address: String)
            case addressWasNotSet(error: AccountsError)
        }
    }

    public enum News: Equatable, Sendable {
        case request(Request)
        case response(Response)

        public indirect enum Request: Equatable, Sendable {
            case setNews(wantsNews: Bool)
        }
        public indirect enum Response: Equatable, Sendable {
            case newsWasSet(email: String, wantsNews: Bool)
            case newsWasNotSet(error: AccountsError)
        }
    }
}
