import AditJSON

/// A walk over the stored parts of a state, and not over their contents: its members, those of nested models, and its
/// tables. The core's loop.
@_documentation(visibility: private)
public final class PartWalk {
    package typealias Write = (JSONWriter) throws(CodingFailure) -> Void

    private let path = RowPath()
    private let onModel: (String) throws(CodingFailure) -> Void
    private let onMember: (String, Write) throws(CodingFailure) -> Void
    private let onTable: (String, any TableParts) throws(CodingFailure) -> Void

    /// - Parameters:
    ///   - onModel: receives a nested model's path, before its contents.
    ///   - onMember: receives a member's path, and a closure that writes its value. Absent members are skipped.
    ///   - onTable: receives a table's path, and the table.
    package init(
        onModel: @escaping (String) throws(CodingFailure) -> Void = { _ in },
        onMember: @escaping (String, Write) throws(CodingFailure) -> Void,
        onTable: @escaping (String, any TableParts) throws(CodingFailure) -> Void
    ) {
        self.onModel = onModel
        self.onMember = onMember
        self.onTable = onTable
    }

    /// Visits a state: its parts, or the state as a single member.
    package func visit(_ state: some WireCodable) throws(CodingFailure) {
        if let parts = parts(of: state) { try visitMembers(of: parts) } else { try whole(state) }
    }

    /// Visits a member, for generated code.
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

    /// Visits a value that has no known parts.
    package func whole(_ write: Write) throws(CodingFailure) { try onMember(path.string, write) }

    private func whole(_ value: some WireCodable) throws(CodingFailure) {
        if !value.isAbsent { try whole { writer throws(CodingFailure) in try encodeWire(value, to: writer) } }
    }

    private func visit(parts value: any WireModel) throws(CodingFailure) {
        if let table = value as? any TableParts { return try onTable(path.string, table) }
        try onModel(path.string)
        try visitMembers(of: value)
    }

    private func visitMembers<M: WireModel>(of value: M) throws(CodingFailure) { try M.visitParts(of: value, self) }

    private func parts<T: WireCodable>(of value: T) -> (any WireModel)? {
        // Test the type, not the value: an optional model is not a model.
        guard let type = T.self as? any WireModel.Type, type.isStoredInParts else { return nil }
        return value as? any WireModel
    }
}

/// A table as seen by storage, export and import, element by element.
package protocol TableParts {
    var count: Int { get }

    /// Writes the text of an element's id unquoted and unescaped.
    func writeID(_ position: Int, to writer: JSONWriter) throws(CodingFailure)

    func writeElement(_ position: Int, to writer: JSONWriter) throws(CodingFailure)

    /// Returns a builder of a table of the same type.
    func makeBuilder() -> any TableBuilder
}
