import AditJSON

/// A change in a journal: an operation of RFC 6902 with the previous value as `old`.
struct JournalChange {
    let operation: Change.Operation
    let path: [String]
    /// nil unless the operation is a move.
    let from: [String]?
    private let members: JSONReader

    /// - Throws: ``CodingFailure`` if the value is not a change.
    init(_ value: JSONReader) throws(CodingFailure) {
        func keys(_ name: String) -> [String]? { value[name]?.string.flatMap(JSONPointer.init)?.tokens }
        guard let operation = value["op"]?.string.flatMap(Change.Operation.init), let path = keys("path") else {
            throw CodingFailure(path: "", reason: "found \(value.description); a change with op and path is expected")
        }
        self.operation = operation
        self.path = path
        from = keys("from")
        members = value
    }

    /// Returns the value of a key.
    func value(_ name: String) throws(CodingFailure) -> JSONReader {
        guard let value = members[name] else { throw refusal("one with \(name)") }
        return value
    }

    /// Whether masks stand in place of secrets in its values.
    var hasMasks: Bool { (members["masked"]?.count ?? 0) > 0 }

    /// The path of the first secret of which it has a mask; its own if it has none.
    var maskedPath: String { JSONPointer(path).description + (members["masked"]?[0]?.string ?? "") }

    func refusal(_ expected: String) -> CodingFailure {
        CodingFailure(
            path: members["path"]?.string ?? "",
            reason: "found a change of the journal that does not tell it; \(expected) is expected")
    }
}
