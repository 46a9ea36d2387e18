import Adit

extension UUID {
    /// The id of nothing but zeros.
    static let zero = UUIDGenerator.incrementing()

    /// The id behind that one.
    static let one = UUIDGenerator.incrementing(from: 1)()
}
