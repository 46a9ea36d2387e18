import Adit

@testable import ReaderCore

/// A gateway that has some pages, and takes its time.
final class MockPageGateway: PageGateway {
    @Dependency(\.clock) private var clock
    var bodies: [String: String] = [:]
    /// How long an answer takes.
    var delay = Duration.zero
    /// It answers although nobody waits any more.
    var isStubborn = false
    /// What each request fails with.
    var failure: (any Error)?
    private(set) var asked: [String] = []
    private(set) var cancelled: [String] = []

    func get(url: String) async throws -> FetchReply {
        asked.append(url)
        do {
            if delay > .zero { try await clock.sleep(for: delay) }
        } catch {
            cancelled.append(url)
            if !isStubborn { throw error }
        }
        if let failure { throw failure }
        return bodies[url].map { FetchReply(status: 200, body: $0) } ?? FetchReply(status: 404, body: "")
    }
}
