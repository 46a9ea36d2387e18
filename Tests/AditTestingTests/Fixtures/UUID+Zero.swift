import Adit

extension UUID {
    /// The id of nothing but zeros.
    static let zero = UUIDGenerator.incrementing()
}
