/// The outcome of a transaction of a ``StateStorage``.
public enum StorageOutcome: Equatable, Sendable {
    /// It is written, as durably as the storage promises.
    case written
    /// It is not written, and will not be.
    case notWritten(StorageFailure)
    /// Nobody knows yet whether it is written. The text says why, and where: `db.example: no answer yet`.
    case unknown(String)
}
