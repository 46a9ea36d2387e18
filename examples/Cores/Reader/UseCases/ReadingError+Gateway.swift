import Adit

extension ReadingError {
    /// Creates the error of a response from an error of a gateway.
    init(_ error: any Error) {
        switch error {
        case let error as ReadingError: self = error
        case GatewayFailure.timedOut: self = .timedOut
        default: self = .failed("\(error)")
        }
    }
}
