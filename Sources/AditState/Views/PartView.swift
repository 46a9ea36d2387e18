import AditJSON

/// A view of a part of the state, such as that of a child core. It has no value while there is no part.
final class PartView<S: State, Child: LiveView>: LiveView {
    private let child: Child
    private let part: (S) -> Child.S?
    /// The whole change of the last update; nil if the part's view writes its own.
    private var change: Operation?

    private enum Operation { case add, remove, replace }

    init(_ child: Child, _ part: @escaping (S) -> Child.S?) {
        self.child = child
        self.part = part
    }

    var value: Child.Value? { child.value }

    func workOut(of state: S) {
        if let part = part(state) { child.workOut(of: part) } else { child.forget() }
    }

    func update(from original: S, to state: S) -> Bool {
        change = nil
        let hadValue = value != nil
        if hadValue, let former = part(original), let part = part(state) { return child.update(from: former, to: part) }
        workOut(of: state)
        switch (hadValue, value != nil) {
        case (true, true): change = .replace
        case (true, false): change = .remove
        case (false, true): change = .add
        case (false, false): return false
        }
        return true
    }

    func writeChanges(to changes: ChangeWriter) throws(CodingFailure) {
        switch (change, value) {
        case (nil, _): try child.writeChanges(to: changes)
        case (.add, let value?): try changes.add(value)
        case (.replace, let value?): try changes.replace(with: value)
        case (_, _): try changes.remove()
        }
    }

    var complaint: String? { child.complaint }

    func forget() { child.forget() }
}
