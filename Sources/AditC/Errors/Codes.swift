import AditProtocol
import CAdit

// The codes of adit.h. Switches, and not a table: a forked child must be able to report ADIT_EFORK without a static
// value that another thread of its parent may have been initialising.

/// Returns the description of a code.
func sentence(for code: Int) -> StaticString {
    switch code {
    case ADIT_OK: "no error"
    case ADIT_EINVAL: "an argument is NULL, out of range, or does not fit the core's mode"
    case ADIT_EABI: "the header's ADIT_ABI_VERSION is not the library's"
    case ADIT_EAPP: "the library holds no app of that name"
    case ADIT_ECONFIG: "the config is not understood"
    case ADIT_ECORE: "no core has that id, or it has been closed"
    case ADIT_EBUSY: "the core is being driven by another thread, or by the caller's own callback"
    case ADIT_EFORK: "the core was opened by the parent process"
    case ADIT_EJSON: "the text is not strict JSON"
    case ADIT_EMESSAGE: "the JSON is not a message of this app"
    case ADIT_ESIZE: "the message is larger or deeper than the limits allow"
    case ADIT_EFULL: "too many messages are waiting, or effects in flight"
    case ADIT_ETIMEDOUT: "the time is up"
    case ADIT_ESTORE: "the store failed"
    case ADIT_ELOCKED: "the store is open elsewhere"
    case ADIT_ESCHEMA: "the store's schema cannot be migrated"
    case ADIT_ENOMEM: "the system had no memory or no descriptor left"
    case ADIT_EINTERNAL: "a fault of Adit's own"
    case ADIT_EHANDLER: "the app's code threw; the message left no trace in the state"
    case ADIT_ECASCADE: "a message caused too many messages, or too deep"
    case ADIT_ECLOSED: "the core has closed"
    case ADIT_EDENIED: "the config does not allow it to this sender"
    case ADIT_EREPLAY: "what was replayed came out otherwise than it was recorded"
    default: "unknown code"
    }
}

extension ErrorCode {
    /// Creates the code of an `@error` from a code of adit.h.
    init(_ code: Int) {
        self =
            switch code {
            case ADIT_EMESSAGE: .emessage
            case ADIT_EHANDLER: .ehandler
            case ADIT_ECASCADE: .ecascade
            case ADIT_ECLOSED: .eclosed
            case ADIT_EFULL: .efull
            case ADIT_ESTORE: .estore
            case ADIT_ELOCKED: .elocked
            case ADIT_ESCHEMA: .eschema
            case ADIT_ENOMEM: .enomem
            case ADIT_EREPLAY: .ereplay
            case ADIT_EDENIED: .edenied
            default: .einternal
            }
    }
}
