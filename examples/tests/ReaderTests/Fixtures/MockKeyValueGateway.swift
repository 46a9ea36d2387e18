import Adit
import AditGateways
import Support

@testable import ReaderCore

/// A gateway that keeps pages in memory, and takes its time.
///
/// All of a test runs on one thread: hence `@unchecked Sendable`.
final class MockKeyValueGateway: KeyValueGateway, @unchecked Sendable {
    @Dependency(\.clock) private var clock
    private let memory: FakeGateway<KeyValueRequest, KeyValueReply> = .memoryKeyValue()
    /// How long an answer takes.
    var delay = Duration.zero
    /// What each request fails with.
    var failure: (any Error)?

    func send(_ request: KeyValueRequest) async throws -> KeyValueReply {
        if delay > .zero { try await clock.sleep(for: delay) }
        if let failure { throw failure }
        return try memory.send(request)
    }
}

extension MockKeyValueGateway {
    /// What is kept, by its keys.
    var pages: [String: Page] {
        get throws {
            let keys = try memory.send(.list()).keys ?? []
            return try Dictionary(
                uniqueKeysWithValues: keys.map { key in
                    (key, try decoded(from: try memory.send(.get(key: key)).value.description))
                })
        }
    }

    /// Keeps pages.
    func keep(_ pages: Page...) throws {
        for page in pages {
            _ = try memory.send(.put(key: page.url, value: decoded(from: encoded(page))))
        }
    }
}
