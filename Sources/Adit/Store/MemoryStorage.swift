/// The storage that keeps a state in memory.
///
/// The way back from a message that fails: a state that notes its changes undoes them; of another one, there is a copy
/// from before the batch's first change, and what was done since.
public final class MemoryStorage<S: State>: StateStorage {
    public private(set) var state: S
    // Accesses to the rest last for one statement each.
    @exclusivity(unchecked) private var isInBatch = false

    /// The state before the batch's first change, and what was done to it; for a state that does not note its changes.
    @exclusivity(unchecked) private var base: S?
    @exclusivity(unchecked) private var steps: [Step] = []
    @exclusivity(unchecked) private var marked = 0

    /// The state before the message replaced it; for one that notes its changes, which it goes on to know.
    @exclusivity(unchecked) private var replaced: S?

    private enum Step {
        case change(S.Change)
        case replacement(S)
    }

    public init(_ state: S) { self.state = state }

    public func apply(_ change: S.Change) {
        remember(.change(change))
        state.apply(change)
    }

    public func replace(with state: S) {
        remember(.replacement(state))
        if isInBatch, S.notesChanges, replaced == nil { replaced = self.state }
        self.state = state
    }

    private func remember(_ step: @autoclosure () -> Step) {
        guard isInBatch, !S.notesChanges else { return }
        if base == nil { base = state }
        steps.append(step())
    }

    public func begin() { isInBatch = true }

    public func mark() {
        if S.notesChanges {
            replaced = nil
            state.noteChanges()
        } else {
            marked = steps.count
        }
    }

    public func rollBack() {
        if S.notesChanges {
            if let replaced { state = replaced }
            replaced = nil
            return state.undoNotedChanges()
        }
        guard steps.count > marked, let base else { return }
        steps.removeLast(steps.count - marked)
        state = base
        for step in steps {
            switch step {
            case .change(let change): state.apply(change)
            case .replacement(let other): state = other
            }
        }
    }

    public func commit() {
        isInBatch = false
        if S.notesChanges {
            replaced = nil
        } else if base != nil {
            base = nil
            if steps.count == 1 { _ = steps.popLast() } else { steps.removeAll(keepingCapacity: steps.count <= 1024) }
            marked = 0
        }
    }
}
