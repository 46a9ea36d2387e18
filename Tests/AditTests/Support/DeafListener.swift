import Adit
import AditJSON

/// Hears nothing.
final class DeafListener: CoreListener {
    var cause: Cause?
    func announce<M>(_: M, _: MessageDirection, by _: (M, JSONWriter) throws(CodingFailure) -> Void) {}
    func request(_: HostRequest) {}
    func cancel(_: HostRequest) {}
    func keepBatch() {}
    func loseBatch(_: any Error) {}
    func fail(_: AnyMessage?, _: CoreFailure) {}
}
