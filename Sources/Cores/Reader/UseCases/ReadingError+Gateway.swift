import Adit

extension ReadingError {
    /// What to tell of an error on the way to a gateway.
    init(_ error: any Error) {
        switch error {
        case let error as ReadingError: self = error
        case GatewayFailure.timedOut: self = .timedOut
        default: self = .failed("\(error)")
        }
    }
}
