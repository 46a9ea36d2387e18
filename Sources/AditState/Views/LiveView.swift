import AditJSON

/// A view of one core's state, with its cached value. The core's loop.
protocol LiveView<S>: AnyObject {
    associatedtype S: State
    associatedtype Value: WireCodable

    /// The last computed value, with its undo log; nil before the first computation.
    var value: Value? { get }

    /// Computes the value.
    func workOut(of state: S)

    /// Updates the value after a batch.
    ///
    /// - Parameter original: the original of the state at the last update.
    /// - Returns: false if the value is unaffected.
    func update(from original: S, to state: S) -> Bool

    /// Writes the changes of the last update.
    func writeChanges(to changes: ChangeWriter) throws(CodingFailure)

    /// What is wrong with the view, once; nil if nothing is.
    var complaint: String? { get }

    /// Discards the value.
    func forget()
}

extension LiveView {
    var complaint: String? { nil }

    func write(_ path: PartPath, to writer: JSONWriter) throws(CodingFailure) -> WrittenPart {
        guard let value else { return .nothing }
        return try writer.write(part: path, of: value)
    }
}
