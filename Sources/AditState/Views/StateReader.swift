import AditJSON

/// A read-only state for a ``View`` that records each read, so that the view is recomputed only when one of the parts
/// it read has changed.
///
/// A read of a stored property covers all that is in it. A read of a computed property covers the whole state, as its
/// own reads are unknown.
@dynamicMemberLookup
public struct StateReader<S: State> {
    private let state: S
    private let reads: StateReads<S>

    init(_ state: S, _ reads: StateReads<S>) {
        self.state = state
        self.reads = reads
    }

    /// The whole state: the view is recomputed after any change.
    public var whole: S {
        reads.add(\S.self) { _, _ in true }
        return state
    }

    /// A table, a model, or a collection of values with coding.
    public subscript<T: WireModel>(dynamicMember path: KeyPath<S, T>) -> T {
        reads.add(path) { original, state in
            let (original, value) = (original[keyPath: path], state[keyPath: path])
            guard T.mayHaveChanged(value, since: original) else { return false }
            let changes = ChangeWriter(nil, wantsAll: true)
            // Changes that cannot be encoded count as changes.
            do { try T.writeChanges(of: value, since: original, to: changes) } catch { return true }
            return !changes.set.isEmpty
        }
        let value = state[keyPath: path]
        if let list = value as? any Collection { reads.rows = max(reads.rows, list.count) }
        return value
    }

    @_disfavoredOverload
    public subscript<T: Equatable>(dynamicMember path: KeyPath<S, T>) -> T {
        // A view may give different results for equal values, such as 0.0 and -0.0.
        reads.add(path) { original, state in
            let (old, new) = (original[keyPath: path], state[keyPath: path])
            return old != new || !haveSameText(old, new)
        }
        return state[keyPath: path]
    }

    @_disfavoredOverload
    public subscript<T>(dynamicMember path: KeyPath<S, T>) -> T {
        reads.add(path) { _, _ in true }
        return state[keyPath: path]
    }
}

/// Returns whether two equal values have the same JSON; true of a type without coding.
private func haveSameText<T>(_ one: T, _ other: T) -> Bool {
    guard let one = one as? any WireCodable else { return true }
    func isSame<Coded: WireCodable>(_ one: Coded) -> Bool {
        (other as? Coded).map { (try? AditState.haveSameText(one, $0)) ?? false } ?? false
    }
    return isSame(one)
}

/// The reads of a view.
final class StateReads<S: State> {
    private var checks: [AnyKeyPath: (S, S) -> Bool] = [:]
    /// Whether the view has been computed: later reads are not recorded.
    var isOver = false
    /// The largest number of elements of a list that was read.
    var rows = 0

    /// Records a read of a part.
    ///
    /// - Parameter hasChanged: returns whether the part differs from that of the state's original. It is called for
    ///   stored properties only: an original does not cover others.
    func add<T>(_ path: KeyPath<S, T>, _ hasChanged: @escaping (S, S) -> Bool) {
        guard !isOver, checks[path] == nil else { return }
        checks[path] = MemoryLayout<S>.offset(of: path) == nil ? { _, _ in true } : hasChanged
    }

    func haveChanged(from original: S, to state: S) -> Bool {
        checks.values.contains { $0(original, state) }
    }
}
