import AditJSON
import AditState

extension StateStore where S: Codable {
    /// A store with a durable state of a plain `Codable` type, which is stored as one value.
    ///
    /// - Parameters:
    ///   - state: the initial state, to which ``StateStore/reset()`` returns.
    ///   - storage: the storage; no other store may use it.
    /// - Throws: `StorageFailure` if the storage cannot be read or written, `CodingFailure` if its contents are no valid
    ///   state, or if a value has no JSON representation.
    /// - Complexity: O(n) in the size of the state.
    @_disfavoredOverload
    public convenience init(_ state: S, storage: any StateStorage) throws {
        try self.init(state, storage, .bridged())
    }
}
