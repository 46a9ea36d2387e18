import Adit
import AditJSON

/// The code of an `@error`: the name of a code of adit.h in lower case.
@Model
package enum ErrorCode: String {
    /// The app's code threw; the message left no trace in the state.
    case ehandler
    /// The message caused too many others.
    case ecascade
    /// The core closed before the message was handled.
    case eclosed
    /// The message exceeded limits.effects or limits.subscriptions.
    case efull
    /// The batch could not be stored and left no trace, or another file failed.
    case estore
    /// The batch could not be stored because another process or thread holds a lock on the store.
    case elocked
    /// The store was opened elsewhere since. The batch is not stored, and the core closes.
    case efenced
    /// The store's state has another schema.
    case eschema
    /// The system had no memory or no descriptor left for a file.
    case enomem
    /// A client answered an effect of another sender, or a file is outside the folder of the config.
    case edenied
    /// A replay differs from its recording, or the recording is damaged.
    case ereplay
    /// The message or the part of the state cannot be written as JSON, or a file contains no state of the app.
    case emessage
    /// A fault of Adit's own.
    case einternal
}
