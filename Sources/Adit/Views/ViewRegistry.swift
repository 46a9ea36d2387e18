import AditJSON

/// The views of a core: which are followed, and so kept up to date. The core's loop.
@usableFromInline
final class ViewRegistry<S: State> {
    private var entries: [Entry]
    /// Who follows them.
    private let parts = SubscriptionTree()
    /// Whether somebody follows one.
    // One load for each batch (`benchmarks/run`).
    @exclusivity(unchecked) @usableFromInline private(set) var areFollowed = false

    private struct Entry {
        let name: String
        let view: any LiveView<S>
        /// Whether somebody follows it, so that it is up to date after each batch.
        var isLive = false
        /// The revision of the state that it was worked out of, where nobody follows it.
        var revision: Int?
    }

    init(_ views: [View<S>]) { entries = views.map { Entry(name: $0.name, view: $0.make()) } }

    /// The key below which they are.
    static var key: String { "view" }

    /// Whether a path leads to views.
    func isMeant(by path: PartPath) -> Bool { !entries.isEmpty && path.key == ByteString(ViewRegistry.key) }

    /// Writes a view, or a part of one; all of them where the path has come to its end.
    func write(
        _ path: PartPath, of state: S, revision: Int, to writer: JSONWriter
    ) throws(CodingFailure) -> WrittenPart {
        if let key = path.key {
            guard let index = entries.firstIndex(where: { ByteString($0.name) == key }) else { return .nothing }
            return try view(index, of: state, revision).write(path.rest, to: writer)
        }
        if path.window != nil { throw path.notAList("an object") }
        writer.write(literal: "{")
        for index in entries.indices {
            let start = writer.count
            writer.separate()
            writer.write(entries[index].name)
            writer.write(literal: ":")
            if try view(index, of: state, revision).write(path, to: writer) == .nothing { writer.truncate(to: start) }
        }
        writer.write(literal: "}")
        return .value
    }

    private func view(_ index: Int, of state: S, _ revision: Int) -> any LiveView<S> {
        let view = entries[index].view
        if !entries[index].isLive, entries[index].revision != revision {
            view.workOut(of: state)
            entries[index].revision = revision
        }
        return view
    }

    /// Adds a subscription: what it follows is worked out, and kept up to date from now on.
    func add(_ subscription: Subscriber, of state: S) {
        parts.add(subscription, at: subscription.pointer.tokens.dropFirst())
        areFollowed = true
        for index in entries.indices where !entries[index].isLive && isFollowed(entries[index].name) {
            entries[index].view.workOut(of: state)
            entries[index].isLive = true
        }
    }

    func remove(_ subscription: Subscriber) {
        parts.remove(subscription, at: subscription.pointer.tokens.dropFirst())
        areFollowed = !parts.isEmpty
        for index in entries.indices where entries[index].isLive && !isFollowed(entries[index].name) {
            entries[index].view.forget()
            (entries[index].isLive, entries[index].revision) = (false, nil)
        }
    }

    private func isFollowed(_ name: String) -> Bool { !parts.subscribers.isEmpty || parts.isFollowed(name) }

    /// A batch has ended: brings up to date what is followed, and tells how it has changed.
    ///
    /// - Parameter original: the original of the state as it was before the batch.
    @usableFromInline
    func update(from original: S, to state: S, _ changes: ChangeWriter) throws(CodingFailure) {
        let changed = entries.filter { $0.isLive && $0.view.update(from: original, to: state) }
        if changed.isEmpty { return }
        try changes.walk(ViewRegistry.key, parts) { () throws(CodingFailure) in
            for entry in changed where changes.enter(entry.name) {
                defer { changes.leave() }
                try entry.view.writeChanges(to: changes)
            }
        }
    }
}
