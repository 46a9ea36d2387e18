import AditHost
import CAdit

// The codes of adit.h.
extension HostError.Code {
    /// The code in adit.h.
    var number: Int {
        switch self {
        case .abi: ADIT_EABI
        case .app: ADIT_EAPP
        case .busy: ADIT_EBUSY
        case .cascade: ADIT_ECASCADE
        case .closed: ADIT_ECLOSED
        case .config: ADIT_ECONFIG
        case .denied: ADIT_EDENIED
        case .fenced: ADIT_EFENCED
        case .fork: ADIT_EFORK
        case .full: ADIT_EFULL
        case .handler: ADIT_EHANDLER
        case .internalFault: ADIT_EINTERNAL
        case .invalid: ADIT_EINVAL
        case .json: ADIT_EJSON
        case .memory: ADIT_ENOMEM
        case .message: ADIT_EMESSAGE
        case .noCore: ADIT_ECORE
        case .replay: ADIT_EREPLAY
        case .schema: ADIT_ESCHEMA
        case .size: ADIT_ESIZE
        case .store: ADIT_ESTORE
        case .storeLocked: ADIT_ELOCKED
        case .timedOut: ADIT_ETIMEDOUT
        }
    }

    /// Creates a code from its number; nil if unknown.
    init?(_ number: Int) {
        switch number {
        case ADIT_EABI: self = .abi
        case ADIT_EAPP: self = .app
        case ADIT_EBUSY: self = .busy
        case ADIT_ECASCADE: self = .cascade
        case ADIT_ECLOSED: self = .closed
        case ADIT_ECONFIG: self = .config
        case ADIT_EDENIED: self = .denied
        case ADIT_EFENCED: self = .fenced
        case ADIT_EFORK: self = .fork
        case ADIT_EFULL: self = .full
        case ADIT_EHANDLER: self = .handler
        case ADIT_EINTERNAL: self = .internalFault
        case ADIT_EINVAL: self = .invalid
        case ADIT_EJSON: self = .json
        case ADIT_ENOMEM: self = .memory
        case ADIT_EMESSAGE: self = .message
        case ADIT_ECORE: self = .noCore
        case ADIT_EREPLAY: self = .replay
        case ADIT_ESCHEMA: self = .schema
        case ADIT_ESIZE: self = .size
        case ADIT_ESTORE: self = .store
        case ADIT_ELOCKED: self = .storeLocked
        case ADIT_ETIMEDOUT: self = .timedOut
        default: return nil
        }
    }
}

/// Returns the description of a code.
func sentence(for code: Int) -> StaticString {
    code == ADIT_OK ? "no error" : HostError.Code(code)?.text ?? "unknown code"
}
