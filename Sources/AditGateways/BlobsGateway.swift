import Adit

/// The gateway to the blobs of the host.
public let blobsHost = HostGateway<BlobsRequest, BlobsReply>("blobs", timeout: .seconds(30))

/// What the host is asked.
@Model
public enum BlobsRequest: Equatable, Sendable {
    /// Keeps text or bytes as a blob.
    case put(content: Content)
    /// Asks for a part of a blob, as text or base64; text is cut at a character.
    case read(id: String, form: ContentForm = .text, from: Int = 0, limit: Int = 65_536)
    /// Asks for a blob by its id.
    case find(id: String)
    /// Keeps a blob no longer; it does not matter whether there is one.
    case remove(id: String)
}

/// What the host answers.
@Model
public struct BlobsReply: Equatable, Sendable {
    /// The blob, of `put` and `find`; nil if it was not found.
    public var blob: Blob?
    /// The part, of `read`.
    public var content: Content?

    /// Creates a reply, for tests.
    public init(blob: Blob? = nil, content: Content? = nil) { (self.blob, self.content) = (blob, content) }
}

/// A gateway to the blobs of the host. They stay until they are removed.
///
/// Each function throws `GatewayFailure`, and `CancellationError` whenever the effect is cancelled.
public protocol BlobsGateway: Sendable {
    /// Asks the host.
    func send(_ request: BlobsRequest) async throws -> BlobsReply
}

extension BlobsGateway {
    /// Keeps text or bytes as a blob.
    public func put(_ content: Content) async throws -> Blob {
        guard let blob = try await send(.put(content: content)).blob else {
            throw GatewayFailure.refused("blobs", .storage, "found no blob")
        }
        return blob
    }

    /// Returns a part of a blob.
    ///
    /// - Parameters:
    ///   - blob: the blob.
    ///   - form: text, or base64.
    ///   - from: the offset of the part in bytes.
    ///   - limit: the most bytes of it.
    public func read(_ blob: Blob, form: ContentForm = .text, from: Int = 0, limit: Int = 65_536) async throws
        -> Content
    {
        let reply = try await send(.read(id: blob.id, form: form, from: from, limit: limit))
        guard let content = reply.content else { throw GatewayFailure.refused("blobs", .storage, "found no content") }
        return content
    }

    /// Returns a blob by its id; nil if it was not found.
    public func find(_ id: String) async throws -> Blob? { try await send(.find(id: id)).blob }

    /// Keeps a blob no longer.
    public func remove(_ blob: Blob) async throws { _ = try await send(.remove(id: blob.id)) }
}

struct HostBlobsGateway: BlobsGateway {
    let blobs: HostConnection<BlobsRequest, BlobsReply>
    func send(_ request: BlobsRequest) async throws -> BlobsReply { try await blobs(request) }
}

extension CoreBuilder {
    /// A gateway to the blobs of the host. The app lists ``blobsHost``.
    public var blobs: any BlobsGateway { HostBlobsGateway(blobs: connect(blobsHost)) }
}

extension MissingGateway: BlobsGateway {
    func send(_ request: BlobsRequest) async throws -> BlobsReply { try fail("blobs") }
}

private enum BlobsKey: DependencyKey {
    static var liveValue: any BlobsGateway { MissingGateway() }
}

extension DependencyValues {
    /// A gateway to the blobs of the host. A feature sets it, `.dependency(\.blobs, core.blobs)`.
    public var blobs: any BlobsGateway {
        get { self[BlobsKey.self] }
        set { self[BlobsKey.self] = newValue }
    }
}
