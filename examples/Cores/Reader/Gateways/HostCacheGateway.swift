import Adit

/// The gateway by which the host stores pages, by their urls.
let keyValueHost = HostGateway<KeyValueRequest, KeyValueReply>("keyValue", timeout: .seconds(2))

/// What the host is asked.
@Model
enum KeyValueRequest {
    /// Asks for what is kept.
    case get(key: String)
    /// Keeps a value, in place of the one of this key.
    case put(key: String, value: Page)
    /// Keeps the value of a key no longer; it does not matter whether there is one.
    case remove(key: String)
}

/// What the host answers.
@Model
struct KeyValueReply {
    /// What is kept; absent where nothing is, and where it was not asked for.
    let value: Page?
}

/// A gateway through which the host stores pages.
struct HostCacheGateway: CacheGateway {
    let keyValue: HostConnection<KeyValueRequest, KeyValueReply>

    func page(at url: String) async throws -> Page? { try await keyValue(.get(key: url)).value }
    func keep(_ page: Page) async throws { _ = try await keyValue(.put(key: page.url, value: page)) }
    func remove(url: String) async throws { _ = try await keyValue(.remove(key: url)) }
}
