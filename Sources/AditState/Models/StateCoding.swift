import AditJSON

/// The coding of a core's state, for hosts and for storage.
@usableFromInline
package struct StateCoding<S: State>: Sendable {
    package let write: @Sendable (S, JSONWriter) throws(CodingFailure) -> Void
    package let writePart: @Sendable (S, PartPath, JSONWriter) throws(CodingFailure) -> WrittenPart
    /// Whether the state is stored as one member instead of in parts. A state in memory never asks: the answer takes the
    /// runtime a search through all conformances.
    package var isWhole: Bool { findIsWhole() }
    private let findIsWhole: @Sendable () -> Bool
    package let visitParts: @Sendable (S, PartWalk) throws(CodingFailure) -> Void
    /// Reads the state from a text in which tables are numbers, while a ``RowSource`` is bound.
    package let read: @Sendable (JSONReader) throws(CodingFailure) -> S

    package init(
        write: @escaping @Sendable (S, JSONWriter) throws(CodingFailure) -> Void,
        writePart: @escaping @Sendable (S, PartPath, JSONWriter) throws(CodingFailure) -> WrittenPart,
        isWhole: @autoclosure @escaping @Sendable () -> Bool,
        visitParts: @escaping @Sendable (S, PartWalk) throws(CodingFailure) -> Void,
        read: @escaping @Sendable (JSONReader) throws(CodingFailure) -> S
    ) {
        self.write = write
        self.writePart = writePart
        findIsWhole = isWhole
        self.visitParts = visitParts
        self.read = read
    }
}

extension StateCoding where S: WireCodable {
    @usableFromInline
    package static func generated() -> StateCoding {
        StateCoding(
            write: { state, writer throws(CodingFailure) in try encodeWire(state, to: writer) },
            writePart: { state, path, writer throws(CodingFailure) in try writer.write(part: path, of: state) },
            isWhole: !((S.self as? any WireModel.Type)?.isStoredInParts ?? false),
            visitParts: { state, walk throws(CodingFailure) in try walk.visit(state) },
            read: { value throws(CodingFailure) in try S(reading: value) })
    }
}

extension StateCoding {
    /// Reads the stored state; nil if the storage is empty.
    ///
    /// - Throws: ``StorageFailure`` if the storage cannot be read, ``CodingFailure`` if its contents are not a valid
    ///   state.
    package func readStored(_ storage: any StateStorage) throws -> S? {
        storage.head == nil ? nil : try RowSource(storage).read(read)
    }

    /// Returns the reasons why the stored state is invalid, each with its path; empty if it is valid.
    ///
    /// - Throws: ``StorageFailure`` if the storage cannot be read.
    package func failures(_ storage: any StateStorage, most: Int = 20) throws -> [CodingFailure] {
        let source = RowSource(storage, collecting: most)
        do { _ = try source.read(read) } catch is CodingFailure {}
        return source.failures
    }

    /// Returns the paths of a state's tables that are stored as such.
    func tables(of state: S) throws(CodingFailure) -> [String] {
        var paths: [String] = []
        try visitParts(state, PartWalk(onMember: { _, _ in }, onTable: { path, _ in paths.append(path) }))
        return paths
    }

    /// Writes a whole state to a storage: its first save.
    ///
    /// - Throws: ``StorageFailure`` if the storage fails, ``CodingFailure`` if a value has no JSON representation.
    package func writeAll(_ state: S, to sink: any RowSink) throws {
        try sink.putAll { walk throws(CodingFailure) in try visitParts(state, walk) }
    }
}

extension CodingFailure {
    /// A failure for a text that is not JSON, or no valid state.
    package init(_ error: JSONSyntaxError) {
        self.init(path: "", reason: "\(error.text)\(error.offset.map { " (byte \($0))" } ?? "")")
    }

    /// A failure for a text that is not JSON, or of another type.
    package init(_ failure: JSONFailure) {
        switch failure {
        case .syntax(let error): self.init(error)
        case .shape(let failure): self = failure
        }
    }

    /// Returns the failure with keys prepended to its path.
    func within(_ keys: [String]) -> CodingFailure { keys.reversed().reduce(self) { $0.within($1) } }

    /// Returns the failure with the keys of a JSON Pointer prepended to its path.
    func within(pointer: String) -> CodingFailure { within(JSONPointer(pointer)?.tokens ?? []) }

    /// Runs `body`, and prepends keys to the path of its failures. A JSON syntax error becomes a ``CodingFailure``.
    static func within<R>(_ keys: @autoclosure () -> [String], _ body: () throws -> R) throws -> R {
        do { return try body() } catch let failure as CodingFailure {
            throw failure.within(keys())
        } catch let error as JSONSyntaxError {
            throw CodingFailure(error).within(keys())
        }
    }
}
