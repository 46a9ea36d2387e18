import Adit
import AditJSON

/// Hears nothing.
final class DeafListener: CoreListener {
    func announce<M>(_: M, _: MessageDirection, of _: Cause?, by _: (M, JSONWriter) throws(CodingFailure) -> Void) {}
    func request(_: HostRequest, of _: Cause?) {}
    func cancel(_: HostRequest, of _: Cause?) {}
    func fail(_: AnyMessage?, _: CoreFailure, of _: Cause?) {}
}
