import AditJSON

/// A state as a ``View`` sees it: what is read of it is remembered, so that the view is worked out anew when that has
/// changed, and only then.
///
/// A stored property that is read counts as read, with all that is in it; a computed one reads the whole state, as nobody
/// can know what it reads.
@dynamicMemberLookup
public struct StateReader<S: State> {
    private let state: S
    private let reads: StateReads<S>

    init(_ state: S, _ reads: StateReads<S>) {
        self.state = state
        self.reads = reads
    }

    /// All of the state: the view is worked out whenever anything has changed.
    public var whole: S {
        reads.add(\S.self) { _, _ in true }
        return state
    }

    /// A table, a model, or a collection of values with coding.
    public subscript<T: WireModel>(dynamicMember path: KeyPath<S, T>) -> T {
        reads.add(path) { original, state in
            let (original, value) = (original[keyPath: path], state[keyPath: path])
            guard value.mayHaveChanged(since: original) else { return false }
            let changes = ChangeWriter(nil, wantsAll: true)
            // What cannot be written has changed, for all that is known.
            do { try value.writeChanges(since: original, to: changes) } catch { return true }
            return !changes.set.isEmpty
        }
        return state[keyPath: path]
    }

    @_disfavoredOverload
    public subscript<T: Equatable>(dynamicMember path: KeyPath<S, T>) -> T {
        reads.add(path) { original, state in original[keyPath: path] != state[keyPath: path] }
        return state[keyPath: path]
    }

    @_disfavoredOverload
    public subscript<T>(dynamicMember path: KeyPath<S, T>) -> T {
        reads.add(path) { _, _ in true }
        return state[keyPath: path]
    }
}

/// What a view has read of a state.
final class StateReads<S: State> {
    private var checks: [AnyKeyPath: (S, S) -> Bool] = [:]
    /// Whether the view has been worked out.
    var isOver = false

    /// Remembers that a part was read.
    ///
    /// - Parameter hasChanged: whether it differs from what it was when the state's original was kept. It is asked of stored
    ///   properties only: of others, an original knows nothing.
    func add<T>(_ path: KeyPath<S, T>, _ hasChanged: @escaping (S, S) -> Bool) {
        guard !isOver, checks[path] == nil else { return }
        checks[path] = MemoryLayout<S>.offset(of: path) == nil ? { _, _ in true } : hasChanged
    }

    func haveChanged(from original: S, to state: S) -> Bool {
        checks.values.contains { $0(original, state) }
    }
}
