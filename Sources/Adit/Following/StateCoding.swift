import AditJSON

/// How a core writes its state, and reads what is stored of it.
@usableFromInline
package struct StateCoding<S: State>: Sendable {
    package let write: @Sendable (S, JSONWriter) throws(CodingFailure) -> Void
    package let writePart: @Sendable (S, PartPath, JSONWriter) throws(CodingFailure) -> WrittenPart
    /// Whether the state is stored as one member, and not in parts.
    package let isWhole: Bool
    package let visitParts: @Sendable (S, PartWalk) throws(CodingFailure) -> Void
    /// Reads the state out of a text in which a table is a number, wherever a ``RowSource`` is current.
    package let read: @Sendable (JSONValue) throws(CodingFailure) -> S
}

extension StateCoding where S: WireCodable {
    @usableFromInline
    package static func generated() -> StateCoding {
        StateCoding(
            write: { state, writer throws(CodingFailure) in try encodeWire(state, to: writer) },
            writePart: { state, path, writer throws(CodingFailure) in try writer.write(part: path, of: state) },
            isWhole: !((S.self as? any WireModel.Type)?.isStoredInParts ?? false),
            visitParts: { state, walk throws(CodingFailure) in try walk.visit(state) },
            read: { value throws(CodingFailure) in try S(reading: JSONReader(value)) })
    }
}

extension StateCoding where S: Codable {
    package static func bridged() -> StateCoding {
        StateCoding(
            write: { state, writer throws(CodingFailure) in try encodeBridged(state, to: writer) },
            writePart: { state, path, writer throws(CodingFailure) in
                try writer.write(partOfText: path) { writer throws(CodingFailure) in
                    try encodeBridged(state, to: writer)
                }
            },
            isWhole: true,
            visitParts: { state, walk throws(CodingFailure) in
                try walk.whole { writer throws(CodingFailure) in try encodeBridged(state, to: writer) }
            },
            read: { value throws(CodingFailure) in try decodeBridged(S.self, from: value) })
    }
}

extension StateCoding {
    /// Reads the state that is stored; nil where nothing is.
    ///
    /// - Throws: ``StorageFailure`` where the storage cannot be read, ``CodingFailure`` where what is stored is no such state.
    package func readStored(_ storage: any StateStorage) throws -> S? {
        storage.head == nil ? nil : try RowSource(storage).read(read)
    }

    /// Why what is stored is no such state, each reason with its path; none where it is.
    ///
    /// - Throws: ``StorageFailure`` where the storage cannot be read.
    package func failures(_ storage: any StateStorage, most: Int = 20) throws -> [CodingFailure] {
        let source = RowSource(storage, collecting: most)
        do { _ = try source.read(read) } catch is CodingFailure {}
        return source.failures
    }

    /// Gives a storage all of a state: its first save.
    ///
    /// - Throws: ``StorageFailure`` where the storage fails, ``CodingFailure`` where JSON has no such value.
    package func writeAll(_ state: S, to sink: any RowSink) throws {
        try sink.putAll { walk throws(CodingFailure) in try visitParts(state, walk) }
    }
}
