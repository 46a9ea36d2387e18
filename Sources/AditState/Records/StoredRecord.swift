/// The valid range of numbers in records, so that calculations with them cannot overflow, whoever wrote the file.
package enum StoredRecord {
    /// No counter reaches it.
    package static let largest = 1 << 60
    package static let range = 0...largest
}

extension StorageFailure {
    /// A record that no core has written.
    ///
    /// - Parameter expected: what would have been right.
    package static func record(_ name: String, _ expected: String) -> StorageFailure {
        StorageFailure(.failed, "the store is damaged: found the record \(name); \(expected) is expected")
    }
}
