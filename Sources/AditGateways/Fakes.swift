import Adit
import Synchronization

/// A gateway for tests that answers by a function, and notes what it was asked. Any thread.
///
/// ```swift
/// let http = FakeGateway<HTTPRequest, HTTPResponse> { _ in HTTPResponse(status: 200, text: "{}") }
/// try withDependencies { $0.http = http } operation: { … }
/// ```
///
/// ``memoryKeyValue(_:)`` and ``memorySecrets(_:)`` make such gateways that keep their values in memory.
public final class FakeGateway<Request: Sendable, Reply: Sendable>: Sendable {
    private let answer: @Sendable (Request) throws -> Reply
    private let asked = Mutex<[Request]>([])

    /// - Parameter answer: returns the reply to a request, or throws a failure.
    public init(_ answer: @escaping @Sendable (Request) throws -> Reply) { self.answer = answer }

    /// The requests so far, the oldest first.
    public var requests: [Request] { asked.withLock { $0 } }

    /// Notes a request, and answers it.
    public func send(_ request: Request) throws -> Reply {
        asked.withLock { $0.append(request) }
        return try answer(request)
    }
}

extension FakeGateway: HTTPGateway where Request == HTTPRequest, Reply == HTTPResponse {
    /// The response as events: its head, its content, its end.
    public func events(of request: HTTPRequest) -> AsyncThrowingStream<HTTPEvent, any Error> {
        AsyncThrowingStream { continuation in
            do {
                var response = try send(request)
                let body = response.body
                response.body = .text("")
                continuation.yield(.response(response))
                if case .blob(let blob) = body {
                    continuation.yield(.finished(blob))
                } else {
                    continuation.yield(.content(body))
                    continuation.yield(.finished(nil))
                }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
    }
}

extension FakeGateway: KeyValueGateway where Request == KeyValueRequest, Reply == KeyValueReply {
    /// Makes a gateway that keeps values in memory.
    public static func memoryKeyValue(_ values: [String: JSON] = [:]) -> FakeGateway {
        let kept = Kept(values)
        return FakeGateway { request in
            kept.values.withLock { values in
                switch request {
                case .get(let key): return KeyValueReply(value: values[ByteString(key)] ?? .null)
                case .put(let key, let value): values[ByteString(key)] = value
                case .remove(let key): values[ByteString(key)] = nil
                case .list(let prefix, let after, let limit):
                    let keys = values.keys.filter { key in
                        key.string.utf8.starts(with: prefix.utf8) && after.map { ByteString($0) < key } ?? true
                    }
                    return KeyValueReply(keys: keys.sorted().prefix(max(limit, 0)).map(\.string))
                }
                return KeyValueReply()
            }
        }
    }
}

extension FakeGateway: FilesGateway where Request == FilesRequest, Reply == FilesReply {}
extension FakeGateway: BlobsGateway where Request == BlobsRequest, Reply == BlobsReply {}
extension FakeGateway: NotificationsGateway where Request == NotificationsRequest, Reply == Void {}

extension FakeGateway: SecretsGateway where Request == SecretsRequest, Reply == SecretsReply {
    /// Makes a gateway that keeps secrets in memory.
    public static func memorySecrets(_ values: [String: Secret<String>] = [:]) -> FakeGateway {
        let kept = Kept(values)
        return FakeGateway { request in
            kept.values.withLock { values in
                switch request {
                case .get(let name): return SecretsReply(value: values[ByteString(name)])
                case .put(let name, let value): values[ByteString(name)] = value
                case .remove(let name): values[ByteString(name)] = nil
                }
                return SecretsReply()
            }
        }
    }
}

/// What a gateway in memory keeps. Keys are compared by bytes, as the host compares them.
private final class Kept<Value: Sendable>: Sendable {
    let values: Mutex<[ByteString: Value]>

    init(_ values: [String: Value]) {
        self.values = Mutex(Dictionary(values.map { (ByteString($0.key), $0.value) }) { first, _ in first })
    }
}
