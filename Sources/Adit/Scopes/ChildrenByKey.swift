import AditState

/// The child cores of one scope, by the keys of their parts. A child is built when its first message comes, or its
/// sources are asked for.
final class ChildrenByKey<Key: Hashable, ChildMessage>: DynamicChildren {
    private var children: [Key: ChildCore<ChildMessage>] = [:]
    /// The keys of the children with effects, by their scopes, and of those with children.
    private var keys: [Int: Key] = [:]
    private var parents: Set<Key> = []
    private let runner: EffectRunner
    private let durable: ChildDurables<Key>
    private let build: (Key) -> ChildCore<ChildMessage>
    private let exists: (Key) -> Bool
    private let count: () -> Int

    /// - Parameters:
    ///   - runner: runs the effects of the children.
    ///   - durable: their durable effects.
    ///   - build: builds the child of a key.
    ///   - exists: returns whether there is a part of the state for a key.
    ///   - count: returns the number of parts.
    init(
        _ runner: EffectRunner, _ durable: ChildDurables<Key>, build: @escaping (Key) -> ChildCore<ChildMessage>,
        exists: @escaping (Key) -> Bool, count: @escaping () -> Int
    ) {
        self.runner = runner
        self.durable = durable
        self.build = build
        self.exists = exists
        self.count = count
    }

    /// Passes a message to a child, if it exists.
    func handle(_ message: ChildMessage, for key: Key) throws {
        if exists(key) { try child(key).input(message) } else { end(key) }
    }

    /// Returns the sources of the children of some keys.
    func sources(of keys: some Sequence<Key>, in scope: Int) -> [Source] {
        keys.flatMap { key in
            (child(key).sources?() ?? []).map { $0.within(child: AnyHashable(ChildName(scope: scope, key: key))) }
        }
    }

    /// Ends the children whose parts have gone, if they have effects or children.
    func endMissing() {
        if !keys.isEmpty { endMissing(of: runner.busyScopes.compactMap { keys[$0] }) }
        endMissing(of: parents)
        endMissing(of: durable.keys(among: children.keys))
        // Idle ones only take memory.
        if children.count > 16, children.count > 2 * count() + 16 { endMissing(of: children.keys) }
    }

    private func endMissing(of keys: some Collection<Key>) {
        for key in keys where !exists(key) { end(key) }
    }

    /// Builds the children with stored durable effects.
    func buildMissing(_ keys: some Sequence<Key>) {
        for key in keys where children[key] == nil && durable.areStored(of: key) { _ = child(key) }
    }

    func endAll() {
        for key in children.keys { end(key) }
    }

    private func child(_ key: Key) -> ChildCore<ChildMessage> {
        if let child = children[key] { return child }
        // Overrides of a message must not last for the child's lifetime.
        let child = runner.environment.withScope(runner.environment.values) { build(key) }
        children[key] = child
        for scope in child.scopes { keys[scope] = key }
        if !child.children.isEmpty { parents.insert(key) }
        return child
    }

    private func end(_ key: Key) {
        guard let child = children.removeValue(forKey: key) else { return }
        parents.remove(key)
        for scope in child.scopes { keys[scope] = nil }
        for children in child.children { children.endAll() }
        if !child.scopes.isEmpty { runner.ask(.cancelScopes(child.scopes)) }
        durable.end(key, runner)
    }

    private struct ChildName: Hashable {
        let scope: Int
        let key: Key
    }
}
