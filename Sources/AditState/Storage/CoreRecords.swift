import AditJSON

/// The records of a core beside its state: durable effects, unacknowledged output, handled ids. Their changes belong to
/// the batch's transaction. The core's loop.
///
/// A record is stored as a member whose name begins with `@`; the pointers of a state's members begin with `/`.
package final class CoreRecords {
    // Accesses last for one statement each.
    /// The stored records, by name.
    @exclusivity(unchecked) private var stored: [ByteString: [UInt8]]
    /// The changes of the batch, by name; nil for a removal.
    @exclusivity(unchecked) private var changes: [ByteString: [UInt8]?] = [:]

    package init(_ stored: [ByteString: [UInt8]] = [:]) { self.stored = stored }

    /// Whether the batch changes records.
    package var hasChanges: Bool { !changes.isEmpty }

    /// Inserts or replaces a record.
    ///
    /// - Parameters:
    ///   - name: its kind and key: `@effect/e1-7`.
    ///   - text: a JSON value.
    package func put(_ text: [UInt8], _ name: String) { changes[ByteString(name)] = .some(text) }

    /// Removes a record, if there is one.
    package func remove(_ name: String) {
        let name = ByteString(name)
        if stored[name] != nil { changes[name] = .some(nil) } else { changes[name] = nil }
    }

    /// Returns the stored records of a kind, in the order of their names.
    ///
    /// - Parameter kind: the beginning of their names: `@effect/`.
    package func all(_ kind: String) -> [(name: String, text: [UInt8])] {
        stored.filter { $0.key.string.utf8.starts(with: kind.utf8) }.sorted { $0.key < $1.key }
            .map { ($0.key.string, $0.value) }
    }

    /// Returns a stored record; nil if absent.
    package func text(_ name: String) -> [UInt8]? { stored[ByteString(name)] }

    /// Writes the changes of the batch.
    func write(to sink: any RowSink) throws(StorageFailure) {
        guard hasChanges else { return }
        for name in changes.keys.sorted() {
            if let text = changes[name].flatMap({ $0 }) {
                var failure: StorageFailure?
                text.withUnsafeBytes { text in
                    do throws(StorageFailure) { try sink.put(RowText(text), of: name.string) } catch { failure = error }
                }
                if let failure { throw failure }
            } else {
                try sink.remove(name.string)
            }
        }
    }

    /// Keeps the changes, which have been written.
    func commit() {
        guard hasChanges else { return }
        for (name, text) in changes { stored[name] = text }
        changes.removeAll(keepingCapacity: true)
    }

    /// Discards the changes, as the batch could not be written.
    func rollBack() { changes.removeAll(keepingCapacity: true) }
}

extension CoreRecords {
    /// Reads the records in a storage.
    convenience init(reading storage: any StateStorage) throws {
        var stored: [ByteString: [UInt8]] = [:]
        try storage.readMembers { name, text in
            if isRecord(name) { stored[ByteString(name)] = Array(text.bytes) }
        }
        self.init(stored)
    }
}

/// The valid range of numbers in records, so that calculations with them cannot overflow, whatever the file contains.
package enum StoredRecord {
    /// No counter reaches it.
    package static let largest = 1 << 60
    package static let range = 0...largest
}

extension StorageFailure {
    /// A record that no core has written.
    ///
    /// - Parameter expected: the expected value.
    package static func record(_ name: String, _ expected: String) -> StorageFailure {
        StorageFailure(.failed, "the store is damaged: found the record \(name); \(expected) is expected")
    }
}
