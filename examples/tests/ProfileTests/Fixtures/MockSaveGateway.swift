import Adit

@testable import ProfileCore

/// A gateway that keeps an email in memory, and takes its time.
final class MockSaveGateway: SaveGateway {
    @Dependency(\.clock) private var clock
    /// How long an answer takes.
    var delay = Duration.zero
    /// What each request fails with.
    var failure: (any Error)?
    private(set) var saved: [String] = []

    func save(email: String) async throws -> String {
        if delay > .zero { try await clock.sleep(for: delay) }
        if let failure { throw failure }
        saved.append(email)
        return email
    }
}
