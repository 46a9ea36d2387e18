/// A message: an enum whose cases travel through a core. `@Message` generates the conformance.
public protocol WireMessage: WireCodable {
    /// The names of the cases, without their values.
    associatedtype Case: WireCase

    /// The position of the message's case in ``Case``.
    @_documentation(visibility: private)
    var caseIndex: Int { get }
}

/// The names of a message's cases, in declaration order; the raw value is the name on the wire.
public protocol WireCase: CaseIterable, Hashable, RawRepresentable<String>, Sendable {}

extension WireMessage {
    /// The cases of the message, separated by dots: `todo.request.add`.
    public var casePath: String {
        var path: [String] = []
        addCasePath(to: &path)
        return path.joined(separator: ".")
    }

    /// Whether the host may send the message, and whether it receives it.
    @inlinable public var direction: MessageDirection { direction(within: .undecided).direction }

    /// The message's name: that of its outermost case.
    public var name: String {
        var path: [String] = []
        addCasePath(to: &path)
        return path.first ?? ""
    }

    /// Returns the values of the outermost case in their wire form, with masks in place of secrets; empty if they are not
    /// an object.
    ///
    /// - Throws: ``CodingFailure`` whenever JSON has no such values.
    public func parameters() throws(CodingFailure) -> JSONObject {
        let writer = JSONWriter()
        writer.masksSecrets = true
        try encodeWire(self, to: writer)
        guard case .object(let message)? = JSON(writer.bytes), case .object(let values)? = message.first?.value else {
            return [:]
        }
        return values
    }
}
