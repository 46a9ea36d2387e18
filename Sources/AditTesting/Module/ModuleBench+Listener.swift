import Adit
import AditJSON
import AditState

// The role of the host: output.

extension ModuleBench: CoreListener {
    func announce<M>(
        _ message: M, _: MessageDirection, of _: Cause?, by _: (M, JSONWriter) throws(CodingFailure) -> Void
    ) {
        guard let heard = unwrap(message) else { return }
        // The core of a single feature does not know the directions of its messages.
        let direction = (message as? any WireMessage)?.direction ?? .both
        outputs.append(heard, isOptional: direction == .internal)
    }

    func request(_ request: HostRequest, of _: Cause?) {
        let request = request.withMask(of: secrets)
        requests.append(request)
        if request.replies != .none { open.append(request) }
    }

    func cancel(_ request: HostRequest, of _: Cause?) {
        open.removeAll { $0.id == request.id }
        cancellations.append(request.withMask(of: secrets))
    }

    func reportUnhandled(_ message: AnyMessage, of _: Cause?) { unhandled.append(title(message)) }

    func fail(_ message: AnyMessage?, _ failure: CoreFailure, of _: Cause?) {
        let what = message.map { title($0) } ?? "an effect"
        let (text, error): (String, any Error) =
            switch failure {
            case .thrown(let error): ("\(what) threw an error", error)
            case .unannounced(let error): ("\(what) could not be put out", error)
            case .cutOff(let limit): ("what was caused was cut off at \(what)", limit)
            case .overrun(let limit): ("\(what) asked for too much", limit)
            }
        failures.append(ModuleFailure(text: "\(text), \(error)", error: error))
    }
}

/// Reports batches that could not be stored. It is not part of the bench, which a core that keeps its participants
/// would keep, too.
final class BatchReporter: BatchParticipant {
    private let report: (any Error) -> Void

    init(_ report: @escaping (any Error) -> Void) { self.report = report }

    func rollBackBatch(_ failure: any Error) { report(failure) }
}

extension HostRequest {
    /// Its gateway and its JSON, with masks: `"fetch" {"get":{"url":"/a"}}`
    var title: String { "\"\(gateway)\" \(masked ?? request)" }

    /// Returns the same request with its text for a log: that of a durable one has none.
    fileprivate func withMask(of secrets: AppSecrets?) -> HostRequest {
        guard masked == nil, let secrets else { return self }
        let text = JSONWriter()
        text.write(json: request)
        return HostRequest(
            id: id, gateway: gateway, request: request, masked: secrets.masked(request: text, to: gateway),
            replies: replies)
    }
}
