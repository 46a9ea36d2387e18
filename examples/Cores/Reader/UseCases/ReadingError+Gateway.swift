import Adit
import AditGateways

extension ReadingError {
    /// Creates the error of a response from an error of a gateway.
    init(_ error: any Error) {
        switch error {
        case let error as ReadingError: self = error
        case let failure as GatewayFailure where failure.code == .timedOut: self = .timedOut
        default: self = .failed("\(error)")
        }
    }
}
