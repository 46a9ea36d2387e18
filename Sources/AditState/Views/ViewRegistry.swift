import AditJSON

/// A registry of a core's views; those with subscribers are kept up to date. The core's loop.
@usableFromInline
package final class ViewRegistry<S: State> {
    private var entries: [Entry]
    /// The subscriptions to views.
    private let parts = SubscriptionTree()
    /// Whether a view has subscribers.
    // One load for each batch (`benchmarks/run`).
    @exclusivity(unchecked) @usableFromInline private(set) var areFollowed = false

    /// Reports a mistake of a view.
    package var report: ((String) -> Void)?

    private struct Entry {
        let name: String
        let view: any LiveView<S>
        /// Whether the view has subscribers, and is updated after each batch.
        var isLive = false
        /// The revision of the state at the last computation, if the view has no subscribers.
        var revision: Int?
    }

    init(_ views: [View<S>]) { entries = views.map { Entry(name: $0.name, view: $0.make()) } }

    /// The key of all views.
    package static var key: String { "view" }

    /// Returns whether a path leads to views.
    func isMeant(by path: PartPath) -> Bool { !entries.isEmpty && path.key == ByteString(ViewRegistry.key) }

    /// Writes a view, or a part of one; all views if the path is empty.
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

    /// The names of the views.
    package var names: [String] { entries.map(\.name) }

    /// Returns the value of a view; nil if there is no view of that name.
    package func value(of name: String, in state: S, revision: Int) -> Any? {
        guard let index = entries.firstIndex(where: { $0.name.isSpelled(as: name) }) else { return nil }
        return view(index, of: state, revision).value
    }

    private func view(_ index: Int, of state: S, _ revision: Int) -> any LiveView<S> {
        let view = entries[index].view
        if !entries[index].isLive, entries[index].revision != revision {
            view.workOut(of: state)
            entries[index].revision = revision
        }
        return view
    }

    /// Adds a subscription: computes its views, and keeps them up to date from now on.
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

    /// Updates the views with subscribers after a batch, and writes their changes.
    ///
    /// - Parameter original: the original of the state before the batch.
    @usableFromInline
    func update(from original: S, to state: S, _ changes: ChangeWriter) throws(CodingFailure) {
        let changed = entries.filter { $0.isLive && $0.view.update(from: original, to: state) }
        if changed.isEmpty { return }
        for entry in changed {
            if let complaint = entry.view.complaint { report?("view \"\(entry.name)\": \(complaint)") }
        }
        try changes.walk(ViewRegistry.key, parts) { () throws(CodingFailure) in
            for entry in changed where changes.enter(entry.name) {
                defer { changes.leave() }
                try entry.view.writeChanges(to: changes)
            }
        }
    }
}
