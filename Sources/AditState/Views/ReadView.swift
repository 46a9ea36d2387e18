import AditJSON

/// A view that is recomputed when a part of the state that it has read changes.
final class ReadView<S: State, Value: WireCodable>: LiveView {
    private(set) var value: Value?
    private var former: Value?
    private let read: (StateReader<S>) -> Value
    private var reads = StateReads<S>()

    init(_ read: @escaping (StateReader<S>) -> Value) { self.read = read }

    func workOut(of state: S) {
        reads = StateReads()
        value = read(StateReader(state, reads))
        // The closure may have kept the reader.
        reads.isOver = true
    }

    func update(from original: S, to state: S) -> Bool {
        guard reads.haveChanged(from: original, to: state) else { return false }
        former = value
        workOut(of: state)
        return true
    }

    func writeChanges(to changes: ChangeWriter) throws(CodingFailure) {
        guard let former, let value else { return }
        self.former = nil
        try changes.reportMember(former, value)
    }

    func forget() {
        (value, former) = (nil, nil)
        reads = StateReads()
    }
}
