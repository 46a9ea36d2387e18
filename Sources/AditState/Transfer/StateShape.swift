import AditJSON

/// The parts of a state that are read one by one: its models and its tables.
package final class StateShape {
    /// Whether the state has no parts, and is read as one value.
    private(set) var isWhole = false
    private var models: Set<ByteString> = []
    private var tables: [ByteString: any TableParts] = [:]

    /// - Parameter visit: walks over the parts of a state of that type.
    package init(_ visit: (PartWalk) throws(CodingFailure) -> Void) throws(CodingFailure) {
        try visit(
            PartWalk(
                onModel: { [unowned self] in models.insert(ByteString($0)) },
                onMember: { [unowned self] path, _ in if path.isEmpty { isWhole = true } },
                onTable: { [unowned self] in tables[ByteString($0)] = $1 }))
    }

    func isModel(_ path: String) -> Bool { models.contains(ByteString(path)) }

    /// Returns a builder of the table at a path; nil if absent.
    func makeBuilder(_ path: String) -> (any TableBuilder)? { tables[ByteString(path)]?.makeBuilder() }
}
