import AditJSON

/// The state of a core, to those who read and follow it, whatever its type is. The core's loop, between batches.
package protocol StateReading: AnyObject {
    /// Writes the part of the state, or of what is derived from it, that a path leads to.
    ///
    /// - Throws: ``CodingFailure`` where JSON has no such value, or where a part of a list is wanted of what is none.
    func write(_ path: PartPath, to writer: JSONWriter) throws(CodingFailure) -> WrittenPart

    /// Adds a subscription; nil where its name is in use.
    func subscribe(_ name: String, to pointer: JSONPointer) -> Follower?

    /// Ends a subscription; false where there is none of that name.
    func unsubscribe(_ name: String) -> Bool

    /// The subscriptions, of which there may be something to tell.
    var subscriptions: Subscriptions { get }
}

/// The store of a core that is followed.
final class FollowedStore<S: State>: StateReading {
    private let store: StateStore<S>
    private let following: Following<S>

    init(_ store: StateStore<S>, _ following: Following<S>) {
        self.store = store
        self.following = following
    }

    func write(_ path: PartPath, to writer: JSONWriter) throws(CodingFailure) -> WrittenPart {
        let start = writer.count
        do {
            return try following.write(path, of: store.cell.state, revision: store.transaction.revision, to: writer)
        } catch {
            writer.truncate(to: start)
            throw error
        }
    }

    func subscribe(_ name: String, to pointer: JSONPointer) -> Follower? {
        following.subscribe(name, to: pointer, of: store.cell.state, revision: store.transaction.revision)
    }

    func unsubscribe(_ name: String) -> Bool { following.unsubscribe(name) }

    var subscriptions: Subscriptions { following.subscriptions }
}
