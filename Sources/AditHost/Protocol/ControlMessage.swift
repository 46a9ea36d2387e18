import Adit
import AditJSON

/// A message of a host to the core itself rather than to its app. On the wire, its case begins with `@`.
@Model
package enum ControlMessage {
    /// Requests a part of the state; @value answers.
    case get(
        /// A JSON Pointer (RFC 6901), such as /items; the whole state by default.
        path: JSONPointer = JSONPointer([]),
        /// Of a list: the position of the first requested element.
        from: Count?,
        /// Of a list: the maximum number of elements.
        limit: Count?,
        /// The revision to read, which a store's journal has to know; the present one by default.
        revision: Count?)
    /// Subscribes to a part of the state; @value answers, and @patch follows each change.
    case subscribe(
        /// The name of the subscription; the path by default.
        subscription: String?,
        /// A JSON Pointer (RFC 6901), such as /items; the whole state by default.
        path: JSONPointer = JSONPointer([]),
        /// Of a list: the position of the first element of the window; 0 by default.
        from: Count?,
        /// Of a list: the maximum number of elements in the window; all by default.
        limit: Count?)
    /// Moves the window of a subscription; @value answers.
    case window(
        /// The name of the subscription.
        subscription: String,
        /// The position of the first element of the window; as before by default.
        from: Count?,
        /// The maximum number of elements in the window; as before by default.
        limit: Count?)
    /// Ends a subscription, or all of a client.
    case unsubscribe(Unsubscription)
    /// Answers an @effect with a result or an error.
    case reply(Reply)
    /// Acknowledges the messages up to a @cursor; they are not delivered again.
    case heard(Count)
    /// Advances a virtual clock; timers fire in order.
    case advance(
        /// Milliseconds.
        by: Milliseconds)
    /// Requests the core's figures; @stats answers.
    case stats
    /// Requests the trace of causes; @trace answers. The config's trace has to be set.
    case trace
    /// Requests what is under way; @pending answers.
    case pending
    /// Cancels an effect, a request or a durable timer.
    case cancel(
        /// The number of an effect, the id of an @effect, or the id of a durable timer, as @pending has them.
        effect: String)
    /// Lets the file of the store and its locks go; @paused answers. All but @resume waits from then on.
    case pause
    /// Takes the file of the store again; @resumed answers, and everything goes on.
    case resume
    /// Closes the core after the messages sent before.
    case close
    /// Writes the present state to a file while the core goes on; @exported follows.
    case export(
        /// The path of the file.
        path: FilePath,
        /// Whether an existing file is replaced; never a store or a recording.
        replace: Bool = false,
        /// What is written of secrets: the values, or masks, for support. A text with masks cannot be imported.
        secrets: ExportedSecrets = .kept)
    /// Replaces the state with one read from a file; @imported follows.
    case `import`(
        /// The path of the file.
        path: FilePath)
    /// Reverts the last message, or group of messages, that changed the state; @undone answers. The config's undo has to
    /// be set.
    case undo
    /// Reverts the last @undo, unless the state has changed since; @redone answers.
    case redo

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case get = "@get"
        case subscribe = "@subscribe"
        case window = "@window"
        case unsubscribe = "@unsubscribe"
        case reply = "@reply"
        case heard = "@heard"
        case advance = "@advance"
        case stats = "@stats"
        case trace = "@trace"
        case pending = "@pending"
        case cancel = "@cancel"
        case pause = "@pause"
        case resume = "@resume"
        case close = "@close"
        case export = "@export"
        case `import` = "@import"
        case undo = "@undo"
        case redo = "@redo"
    }

    /// What an export has of secrets.
    package enum ExportedSecrets: String {
        case kept, masked
    }

    /// The keys of all control messages.
    package static let keys = CodingKeys.allCases.map(\.rawValue)
}
