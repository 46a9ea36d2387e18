import AditJSON

extension RowSink {
    /// Writes a complete state to an empty storage.
    ///
    /// - Parameter visit: walks over the state.
    /// - Throws: ``StorageFailure`` if the storage fails, ``CodingFailure`` if JSON has no such value.
    package func putAll(_ visit: (PartWalk) throws(CodingFailure) -> Void) throws {
        let (value, ids) = (JSONWriter(), JSONWriter())
        var failure: StorageFailure?
        /// Converts a storage failure, as a walk throws only coding failures.
        func give(_ body: () throws(StorageFailure) -> Void) throws(CodingFailure) {
            do throws(StorageFailure) { try body() } catch {
                failure = error
                throw CodingFailure(path: "", reason: error.description)
            }
        }
        let walk = PartWalk(
            onModel: { path throws(CodingFailure) in
                value.truncate(to: 0)
                value.write(literal: "{}")
                try give { () throws(StorageFailure) in try self.put(RowText(value.bytes), of: path) }
            },
            onMember: { path, write throws(CodingFailure) in
                value.truncate(to: 0)
                try write(value)
                try give { () throws(StorageFailure) in try self.put(RowText(value.bytes), of: path) }
            },
            onTable: { path, table throws(CodingFailure) in
                try give { () throws(StorageFailure) in try self.declare(path) }
                // The buffers of the last two ids alternate.
                var before: (id: JSONWriter, after: JSONWriter) = (JSONWriter(), ids)
                for position in 0..<table.count {
                    swap(&before.id, &before.after)
                    before.id.truncate(to: 0)
                    value.truncate(to: 0)
                    try table.writeID(position, to: before.id)
                    try table.writeElement(position, to: value)
                    try give { () throws(StorageFailure) in
                        try self.insert(
                            RowText(value.bytes), RowText(before.id.bytes), in: path,
                            after: position > 0 ? RowText(before.after.bytes) : nil)
                    }
                }
            })
        do throws(CodingFailure) { try visit(walk) } catch {
            if let failure { throw failure }
            throw error
        }
    }
}
