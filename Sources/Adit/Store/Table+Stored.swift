import AditJSON

extension Table where ID: LosslessStringConvertible & WireCodable, Element: WireCodable {
    /// The table that is stored where a state is read from a storage, in which a table is a number; nil elsewhere.
    // Inlinable, so that it is compiled for the elements' own type: `benchmarks/store.c` opens a million of them.
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

/// The number that a table is in the text of a state; nil where the table is itself there.
@usableFromInline
func storedNumber(_ reader: JSONReader) -> Int? {
    guard case .integer = reader.value.kind, let number = reader.value.integer else { return nil }
    return Int(exactly: number)
}

/// The table of a number that has been built; nil where there is none.
@usableFromInline
func builtTable(_ number: Int) -> Any? { BuiltTables.current?.take(number) }
