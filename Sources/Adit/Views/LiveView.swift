import AditJSON

/// A view of one core's state. The core's loop.
protocol LiveView<S>: AnyObject {
    associatedtype S: State
    associatedtype Value: WireCodable

    /// The value as it was worked out last, and what it takes to tell its changes.
    var value: Value? { get }

    /// Works the value out.
    func workOut(of state: S)

    /// Brings the value up to date.
    ///
    /// - Parameter original: the original of the state as it was when the value was up to date last.
    /// - Returns: false where it had not to be looked at.
    func update(from original: S, to state: S) -> Bool

    /// Tells how the value differs from what it was before the last update.
    func writeChanges(to changes: ChangeWriter) throws(CodingFailure)

    /// Forgets the value.
    func forget()
}

extension LiveView {
    func write(_ path: PartPath, to writer: JSONWriter) throws(CodingFailure) -> WrittenPart {
        guard let value else { return .nothing }
        return try writer.write(part: path, of: value)
    }
}
