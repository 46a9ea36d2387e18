import AditJSON
import AditState

/// A failure that a host receives from a call, or in an `@error`.
package struct HostError: Error {
    /// The cause of a failure: the codes of adit.h.
    package enum Code {
        case app, abi, busy, closed, config, denied, fenced, fork, full, internalFault, invalid, json, memory, message,
            noCore
        case replay, schema, size, store, storeLocked, timedOut, cascade, handler

        /// A description of the cause. A switch and not a table: a forked child must be able to report ``fork`` without
        /// a static value that another thread of its parent may have been initialising.
        package var text: StaticString {
            switch self {
            case .abi: "the header's ADIT_ABI_VERSION is not the library's"
            case .app: "the library holds no app of that name"
            case .busy: "the core is being driven by another thread, or by the caller's own callback"
            case .cascade: "a message caused too many messages, or too deep"
            case .closed: "the core has closed"
            case .config: "the config is not understood"
            case .denied: "the config does not allow it to this sender"
            case .fenced: "the store was opened elsewhere since, and the core closes"
            case .fork: "the core was opened by the parent process"
            case .full: "too many messages are waiting, or effects in flight"
            case .handler: "the app's code threw; the message left no trace in the state"
            case .internalFault: "a fault of Adit's own"
            case .invalid: "an argument is NULL, out of range, or does not fit the core's mode"
            case .json: "the text is not strict JSON"
            case .memory: "the system had no memory or no descriptor left"
            case .message: "the JSON is not a message of this app"
            case .noCore: "no core has that id, or it has been closed"
            case .replay: "what was replayed came out otherwise than it was recorded"
            case .schema: "the store's schema cannot be migrated"
            case .size: "the message is larger or deeper than the limits allow"
            case .store: "the store failed"
            case .storeLocked: "the store is open elsewhere"
            case .timedOut: "the time is up"
            }
        }

        /// The code in an `@error`.
        package var reported: ErrorCode {
            switch self {
            case .cascade: .ecascade
            case .closed: .eclosed
            case .denied: .edenied
            case .fenced: .efenced
            case .full: .efull
            case .handler: .ehandler
            case .memory: .enomem
            case .message: .emessage
            case .replay: .ereplay
            case .schema: .eschema
            case .store: .estore
            case .storeLocked: .elocked
            case .app, .abi, .busy, .config, .fork, .internalFault, .invalid, .json, .noCore, .size, .timedOut:
                .einternal
            }
        }
    }

    /// In an object, as that of a `CodingFailure` is, and for the same reason.
    private let content: Content

    private final class Content: Sendable {
        let code: Code
        let offset: Int?
        let text: String

        init(_ code: Code, _ offset: Int?, _ text: String) {
            (self.code, self.offset, self.text) = (code, offset, text)
        }
    }

    package var code: Code { content.code }
    /// The position of a syntax error in bytes; nil if unknown.
    package var offset: Int? { content.offset }
    package var text: String { content.text }

    /// Creates an error with the text of its code.
    package init(_ code: Code) { self.init(code, String(describing: code.text)) }

    package init(_ code: Code, _ text: String, offset: Int? = nil) {
        content = Content(code, offset, text)
    }

    package init(_ error: JSONSyntaxError) {
        switch error.kind {
        case .syntax: self.init(.json, error.text, offset: error.offset)
        case .depth, .size: self.init(.size, error.text, offset: error.offset)
        case .memory: self.init(.memory, error.text)
        }
    }

    /// The error of a message that could not be read.
    package init(_ failure: JSONFailure) {
        switch failure {
        case .syntax(let error): self.init(error)
        case .shape(let failure): self.init(.message, failure)
        }
    }

    package init(_ failure: StorageFailure) { self.init(failure.code, failure.description) }

    package init(_ code: Code, _ failure: CodingFailure) { self.init(code, failure.description) }
}

extension StorageFailure {
    /// The failure's code for a host.
    package var code: HostError.Code {
        switch kind {
        case .failed: .store
        case .locked: .storeLocked
        case .fenced: .fenced
        case .schema: .schema
        case .resources: .memory
        }
    }
}
