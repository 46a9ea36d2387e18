@testable import TodoCore

/// A gateway that counts how often it was asked.
final class MockReviewGateway: ReviewGateway {
    private(set) var shown = 0

    func show() { shown += 1 }
}
