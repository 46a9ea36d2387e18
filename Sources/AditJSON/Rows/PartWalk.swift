/// Walks over the parts in which a state is stored, and over nothing that they consist of: its members, those of the models in
/// them, and its tables. The core's loop.
public final class PartWalk {
    package typealias Write = (JSONWriter) throws(CodingFailure) -> Void

    private let path = RowPath()
    private let onModel: (String) throws(CodingFailure) -> Void
    private let onMember: (String, Write) throws(CodingFailure) -> Void
    private let onTable: (String, any TableParts) throws(CodingFailure) -> Void

    /// - Parameters:
    ///   - onModel: a model within the state, before what it consists of.
    ///   - onMember: a member's path, and what writes its value. Members that are absent are passed over.
    ///   - onTable: a table's path, and the table.
    package init(
        onModel: @escaping (String) throws(CodingFailure) -> Void = { _ in },
        onMember: @escaping (String, Write) throws(CodingFailure) -> Void,
        onTable: @escaping (String, any TableParts) throws(CodingFailure) -> Void
    ) {
        self.onModel = onModel
        self.onMember = onMember
        self.onTable = onTable
    }

    /// Walks over a state: over its parts, or over the one member that it is.
    package func visit(_ state: some WireCodable) throws(CodingFailure) {
        if let parts = parts(of: state) { try parts.visitParts(self) } else { try whole(state) }
    }

    /// Shows a member, for generated code.
    public func member<T: WireModel>(_ key: String, _ value: T) throws(CodingFailure) {
        path.enter(key)
        defer { path.leave() }
        if T.isStoredInParts { try visit(parts: value) } else { try whole(value) }
    }

    @_disfavoredOverload
    public func member(_ key: String, _ value: some WireCodable) throws(CodingFailure) {
        path.enter(key)
        defer { path.leave() }
        if let parts = parts(of: value) { try visit(parts: parts) } else { try whole(value) }
    }

    /// Shows what has no parts, or none that anybody knows of.
    package func whole(_ write: Write) throws(CodingFailure) { try onMember(path.string, write) }

    private func whole(_ value: some WireCodable) throws(CodingFailure) {
        if !value.isAbsent { try whole { writer throws(CodingFailure) in try encodeWire(value, to: writer) } }
    }

    private func visit(parts value: any WireModel) throws(CodingFailure) {
        if let table = value as? any TableParts { return try onTable(path.string, table) }
        try onModel(path.string)
        try value.visitParts(self)
    }

    private func parts<T: WireCodable>(of value: T) -> (any WireModel)? {
        // The type is asked, and not the value: an optional model is no model.
        guard let type = T.self as? any WireModel.Type, type.isStoredInParts else { return nil }
        return value as? any WireModel
    }
}

/// A table, to those who store it or hand it out element by element.
package protocol TableParts {
    var count: Int { get }

    /// Writes the text of an element's id as it is, and not as JSON.
    func writeID(_ position: Int, to writer: JSONWriter) throws(CodingFailure)

    func writeElement(_ position: Int, to writer: JSONWriter) throws(CodingFailure)
}
