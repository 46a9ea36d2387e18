/// The way back from a message that fails, for a state that does not note its changes: a copy from before the batch's first
/// change, and what was done since.
@usableFromInline
final class ChangeLog<S: State> {
    @usableFromInline
    enum Step {
        case change(S.Change)
        case replacement(S)
    }

    private let base: S
    @usableFromInline var steps: [Step] = []
    private var marked = 0

    @usableFromInline
    init(_ base: S) { self.base = base }

    /// The next message begins.
    @usableFromInline
    func mark() { marked = steps.count }

    @inlinable
    func add(_ step: Step) { steps.append(step) }

    /// The state at the last mark.
    func undone() -> S {
        steps.removeLast(steps.count - marked)
        var state = base
        for step in steps {
            switch step {
            case .change(let change): state.apply(change)
            case .replacement(let other): state = other
            }
        }
        return state
    }
}
