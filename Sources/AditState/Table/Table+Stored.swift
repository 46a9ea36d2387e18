import AditJSON

extension Table where ID: LosslessStringConvertible & WireCodable, Element: WireCodable {
    /// Returns the stored table if the reader's value is a table's number, as in states read from a storage; otherwise
    /// nil.
    /// Inlinable, so that it is specialized for the elements' type: `benchmarks/store.c` opens a million of them.
    @inlinable
    static func stored(_ reader: JSONReader) throws(CodingFailure) -> Table? {
        guard let number = storedNumber(reader) else { return nil }
        if let built = builtTable(number) as? Table { return built }
        guard let source = RowSource.bound else { return nil }
        var table = Table()
        try source.readElements(number) { (row, value) throws(CodingFailure) in
            let element = try Element(reading: value)
            try row.check(element.id)
            guard table.append(element) else { throw StoredElement.doubled }
        }
        return table
    }
}

/// Returns the number in place of a table; nil if the table itself is in the text.
@usableFromInline
func storedNumber(_ reader: JSONReader) -> Int? {
    guard case .integer = reader.kind, let number = reader.integer else { return nil }
    return Int(exactly: number)
}

/// Returns the built table with a number; nil if absent.
@usableFromInline
func builtTable(_ number: Int) -> Any? { BuiltTables.current?.remove(number) }
