import Adit

/// The gateway by which the host reads and writes files of one folder.
public let filesHost = HostGateway<FilesRequest, FilesReply>("files", timeout: .seconds(30))

/// What the host is asked. Paths are relative to the folder; none leads out of it, also not by a link.
@Model
public enum FilesRequest: Equatable, Sendable {
    /// Asks for the content of a file.
    case read(path: String, form: ContentForm = .text)
    /// Writes a file, whole or not at all; folders on its path are made. Without `replace`, it must not exist.
    case write(path: String, content: Content, replace: Bool = true)
    /// Removes a file, or an empty folder; it does not matter whether there is one.
    case remove(path: String)
    /// Asks for what is in a folder, in the order of the names' bytes, at most 10 000; an empty path is the folder itself.
    case list(path: String = "")
}

/// What the host answers.
@Model
public struct FilesReply: Equatable, Sendable {
    /// The content, of `read`.
    public var content: Content?
    /// What is in the folder, of `list`.
    public var entries: [FileEntry]?

    /// Creates a reply, for tests.
    public init(content: Content? = nil, entries: [FileEntry]? = nil) {
        (self.content, self.entries) = (content, entries)
    }
}

/// A file or a folder.
@Model
public struct FileEntry: Equatable, Sendable {
    /// Its name in the folder.
    public var name: String
    /// The number of bytes; nil for a folder.
    public var bytes: Int?

    /// Creates an entry, for tests.
    public init(name: String, bytes: Int?) { (self.name, self.bytes) = (name, bytes) }
}

/// A gateway to the files of a folder.
///
/// Each function throws `GatewayFailure`, and `CancellationError` whenever the effect is cancelled.
public protocol FilesGateway: Sendable {
    /// Asks the host.
    func send(_ request: FilesRequest) async throws -> FilesReply
}

extension FilesGateway {
    /// Returns the content of a file.
    public func read(_ path: String, form: ContentForm = .text) async throws -> Content {
        let reply = try await send(.read(path: path, form: form))
        guard let content = reply.content else { throw GatewayFailure.refused("files", .storage, "found no content") }
        return content
    }

    /// Writes a file, whole or not at all.
    public func write(_ content: Content, to path: String, replace: Bool = true) async throws {
        _ = try await send(.write(path: path, content: content, replace: replace))
    }

    /// Removes a file, or an empty folder.
    public func remove(_ path: String) async throws { _ = try await send(.remove(path: path)) }

    /// Returns what is in a folder.
    public func list(_ path: String = "") async throws -> [FileEntry] {
        try await send(.list(path: path)).entries ?? []
    }
}

struct HostFilesGateway: FilesGateway {
    let files: HostConnection<FilesRequest, FilesReply>
    func send(_ request: FilesRequest) async throws -> FilesReply { try await files(request) }
}

extension CoreBuilder {
    /// A gateway to the files of a folder. The app lists ``filesHost``.
    public var files: any FilesGateway { HostFilesGateway(files: connect(filesHost)) }
}

extension MissingGateway: FilesGateway {
    func send(_ request: FilesRequest) async throws -> FilesReply { try fail("files") }
}

private enum FilesKey: DependencyKey {
    static var liveValue: any FilesGateway { MissingGateway() }
}

extension DependencyValues {
    /// A gateway to the files of a folder. A feature sets it, `.dependency(\.files, core.files)`.
    public var files: any FilesGateway {
        get { self[FilesKey.self] }
        set { self[FilesKey.self] = newValue }
    }
}
