import AditJSON

/// A view that is recomputed when a part of the state that it has read changes.
final class ReadView<S: State, Value: WireCodable>: LiveView {
    private(set) var value: Value?
    private var former: Value?
    private let read: (StateReader<S>) -> Value
    private var reads = StateReads<S>()
    private var hasComplained = false

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

    var complaint: String? {
        guard !hasComplained, reads.rows > ReadView.mostRows else { return nil }
        hasComplained = true
        return
            "found a closure over \(reads.rows) rows, which is called again after each change of them; a view of their "
            + "table is expected, which is kept up to date: View(…, of:, where:), (…, countOf:, by:), (…, of:, sum:, by:), "
            + "(…, of:, maximum:, by:)"
    }

    /// The number of rows up to which a view by a closure costs less than most messages.
    private static var mostRows: Int { 4096 }

    func forget() {
        (value, former) = (nil, nil)
        reads = StateReads()
    }
}
