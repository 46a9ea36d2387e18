import AditHost

/// An error of opening a core, or of sending to it.
public struct AppCoreError: Error, Equatable, CustomStringConvertible {
    /// A kind of errors.
    public enum Kind: Sendable {
        /// The core is closed.
        case closed
        /// An argument is out of range.
        case config
        /// The store was opened elsewhere since: the batch is not stored, and the core closes.
        case fenced
        /// The limit of queued messages is reached.
        case full
        /// The store is open elsewhere.
        case locked
        /// The system had no memory or no descriptor left.
        case memory
        /// The core does not receive such messages, or the message has no JSON form for the journal.
        case message
        /// The store is of another app or version, and cannot be migrated.
        case schema
        /// The store is damaged, or the system refused.
        case store
    }

    /// The kind of the error.
    public let kind: Kind
    /// The place of the error, the value found, and the value expected.
    public let description: String

    init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }

    init(_ error: HostError) {
        kind =
            switch error.code {
            case .closed, .noCore: .closed
            case .fenced: .fenced
            case .full: .full
            case .storeLocked: .locked
            case .memory: .memory
            case .message: .message
            case .schema: .schema
            case .store: .store
            default: .config
            }
        description = error.text
    }
}
