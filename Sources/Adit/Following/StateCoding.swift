import AditJSON

/// How a core writes its state.
@usableFromInline
package struct StateCoding<S: State>: Sendable {
    package let write: @Sendable (S, JSONWriter) throws(CodingFailure) -> Void
    package let writePart: @Sendable (S, PartPath, JSONWriter) throws(CodingFailure) -> WrittenPart
}

extension StateCoding where S: WireCodable {
    @usableFromInline
    static func generated() -> StateCoding {
        StateCoding(
            write: { state, writer throws(CodingFailure) in try encodeWire(state, to: writer) },
            writePart: { state, path, writer throws(CodingFailure) in try writer.write(part: path, of: state) })
    }
}

extension StateCoding where S: Codable {
    static func bridged() -> StateCoding {
        StateCoding(
            write: { state, writer throws(CodingFailure) in try encodeBridged(state, to: writer) },
            writePart: { state, path, writer throws(CodingFailure) in
                try writer.write(partOfText: path) { writer throws(CodingFailure) in
                    try encodeBridged(state, to: writer)
                }
            })
    }
}
