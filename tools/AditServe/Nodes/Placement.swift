import AditNodes
import NIOCore

/// A core of the database, and where it is as far as this node knows.
///
/// ```
///          ┌──────────────── another node has it ──────────────▸ there
///  sought ─┤                                                        │ that node is gone, or has it no more
///     ▴    └─ this node has taken it ─▸ opening ─▸ here             ▾
///     │                                             │            sought
///     └────── another node has taken it ────────────┤
///                                                   └─ moved, or the node ends ─▸ leaving ─▸ there, or nowhere
/// ```
///
/// Lines for it wait with their clients in every state but `here` and `there`, so that none is lost or overtaken.
///
/// The event loop's thread: so it is sendable.
final class Placement: @unchecked Sendable {
    enum State {
        /// The directory is asked for it.
        case sought
        case opening(Core)
        case here(Core)
        /// It is being closed, for a node; nil for any other.
        case leaving(Core, for: String?)
        case there(Directory.Neighbour)
    }

    let name: String
    var state = State.sought {
        didSet { since = .now() }
    }
    private(set) var since = NIODeadline.now()
    /// When it was looked for, and has not been found since.
    var soughtSince = NIODeadline.now()
    /// The app that it is of; before it is found, the one that it is to be of, or nil if that is not known.
    var app: String?
    /// Clients with lines for it.
    var waiting: [Client] = []
    /// Clients that have used it elsewhere, and hear when it is open again.
    var users: [Client] = []
    /// The clients of `@open`, with its app and the JSON of its `@id`.
    var openers: [(client: Client, app: String, id: String?)] = []

    init(_ name: String, app: String? = nil) { (self.name, self.app) = (name, app) }
}
