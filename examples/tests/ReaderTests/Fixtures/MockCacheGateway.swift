import Adit

@testable import ReaderCore

/// A gateway that keeps pages in memory, and takes its time.
final class MockCacheGateway: CacheGateway {
    @Dependency(\.clock) private var clock
    var pages: [String: Page] = [:]
    /// How long an answer takes.
    var delay = Duration.zero
    /// What each request fails with.
    var failure: (any Error)?

    func page(at url: String) async throws -> Page? {
        try await answer()
        return pages[url]
    }

    func keep(_ page: Page) async throws {
        try await answer()
        pages[page.url] = page
    }

    func remove(url: String) async throws {
        try await answer()
        pages[url] = nil
    }

    private func answer() async throws {
        if delay > .zero { try await clock.sleep(for: delay) }
        if let failure { throw failure }
    }
}
