import AditJSON
import AditState

/// The failure that something ends with, if it does.
func failure(_ body: () throws -> Void) -> StorageFailure? {
    do {
        try body()
        return nil
    } catch {
        return error as? StorageFailure ?? StorageFailure(.failed, "another error: \(error)")
    }
}
