import AditJSON

/// The parts of a state that are read one by one: its models and its tables.
package struct StateShape {
    /// Whether the state has no parts, and is read as one value.
    private(set) var isWhole = false
    private var models: Set<ByteString> = []
    private var tables: [ByteString: any TableParts] = [:]

    /// - Parameter visit: walks over the parts of a state of that type.
    package init(_ visit: (PartWalk) throws(CodingFailure) -> Void) throws(CodingFailure) {
        let found = Found()
        try visit(
            PartWalk(
                onModel: { found.models.insert(ByteString($0)) },
                onMember: { path, _ in if path.isEmpty { found.isWhole = true } },
                onTable: { found.tables[ByteString($0)] = $1 }))
        (models, tables, isWhole) = (found.models, found.tables, found.isWhole)
    }

    private final class Found {
        var models: Set<ByteString> = []
        var tables: [ByteString: any TableParts] = [:]
        var isWhole = false
    }

    func isModel(_ path: String) -> Bool { models.contains(ByteString(path)) }

    /// Returns a builder of the table at a path; nil if absent.
    func makeBuilder(_ path: String) -> (any TableBuilder)? { tables[ByteString(path)]?.makeBuilder() }
}
