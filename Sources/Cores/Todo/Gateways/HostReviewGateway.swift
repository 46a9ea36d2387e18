import Adit

/// The gateway by which the host asks the user for a review.
public let reviewHost = HostGateway<ReviewRequest, Never>("review")

/// What the host is asked.
@Model
public enum ReviewRequest: Sendable {
    /// Asks the user for a review.
    case show
}

/// A gateway through which the host asks for a review, once the user has at least three items or has completed one.
///
/// The request reaches the host after a delay of five seconds, so that it does not interrupt the user; further requests
/// during the delay are ignored.
struct HostReviewGateway: ReviewGateway {
    private let store: Store
    private let wake: (Duration) throws -> Void
    private let tell: ((ReviewRequest) throws -> Void)?

    /// - Parameters:
    ///   - wake: outputs the message that the delay has passed, after a duration; no effect during it.
    ///   - tell: sends the request to the host; nil if the host does not ask for reviews.
    init(store: Store, wake: @escaping (Duration) throws -> Void, tell: ((ReviewRequest) throws -> Void)?) {
        self.store = store
        self.wake = wake
        self.tell = tell
    }

    func show() throws {
        if tell != nil, isDue(store.state().items) { try wake(.seconds(5)) }
    }

    func showNow() throws { try tell?(.show) }

    // Reads at most two items.
    private func isDue(_ items: Table<UUID, TodoItem>) -> Bool {
        items.count > 2 || items.contains(where: \.completed)
    }
}
