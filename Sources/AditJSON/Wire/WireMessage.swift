/// A message: an enum whose cases are what travels through a core. `@Message` writes the conformance.
public protocol WireMessage: WireCodable {
    /// The names of the cases, without their values.
    associatedtype Case: WireCase

    /// Which case the message is: its position among ``Case``'s.
    var caseIndex: Int { get }
}

/// The names of a message's cases, in the order in which they are declared; the raw value is the name on the wire.
public protocol WireCase: CaseIterable, Hashable, RawRepresentable<String>, Sendable {}

extension WireMessage {
    /// The cases that the message is made of, with dots between: `todo.request.add`.
    public var casePath: String {
        var path: [String] = []
        addCasePath(to: &path)
        return path.joined(separator: ".")
    }

    /// Whether a host may send the message, and whether it hears it.
    @inlinable public var direction: MessageDirection { direction(within: .undecided).direction }

    /// The message's name: that of its outermost case.
    public var name: String {
        var path: [String] = []
        addCasePath(to: &path)
        return path.first ?? ""
    }

    /// The values of the outermost case, as they are on the wire; none where they are no object.
    ///
    /// - Throws: ``CodingFailure`` whenever JSON has no such values.
    public func parameters() throws(CodingFailure) -> JSONObject {
        let writer = JSONWriter()
        try encodeWire(self, to: writer)
        guard case .object(let message)? = JSON(writer.bytes), case .object(let values)? = message.first?.value else {
            return [:]
        }
        return values
    }
}
