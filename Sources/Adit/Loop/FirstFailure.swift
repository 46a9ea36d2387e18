import AditJSON
import AditState

/// A listener that records the first failure of a core, for a caller in Swift that throws it.
final class FirstFailure: CoreListener {
    private var error: (any Error)?

    func announce<M>(_: M, _: MessageDirection, of _: Cause?, by _: (M, JSONWriter) throws(CodingFailure) -> Void) {}
    func request(_: HostRequest, of _: Cause?) {}
    func cancel(_: HostRequest, of _: Cause?) {}

    func fail(_: AnyMessage?, _ failure: CoreFailure, of _: Cause?) {
        error = error ?? failure.error
    }

    /// Removes and returns the failure.
    func removeFailure() -> (any Error)? {
        defer { error = nil }
        return error
    }
}

extension FirstFailure: BatchParticipant {
    func rollBackBatch(_ failure: any Error) { error = error ?? failure }
}
