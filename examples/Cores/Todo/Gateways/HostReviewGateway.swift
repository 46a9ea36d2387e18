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
/// during the delay are ignored. A delay ends with the core.
struct HostReviewGateway: ReviewGateway {
    private let store: Store
    private let effects: Effects
    private let tell: ((ReviewRequest) throws -> Void)?

    /// - Parameters:
    ///   - effects: run the delay.
    ///   - tell: sends the request to the host; nil if the host does not ask for reviews.
    init(store: Store, effects: Effects, tell: ((ReviewRequest) throws -> Void)?) {
        self.store = store
        self.effects = effects
        self.tell = tell
    }

    func show() {
        guard let tell, isDue(store.state().items) else { return }
        effects.after(.seconds(5), id: "review", whileInFlight: .skip) { try tell(.show) }
    }

    // Reads at most two items.
    private func isDue(_ items: Table<UUID, TodoItem>) -> Bool {
        items.count > 2 || items.contains(where: \.completed)
    }
}
