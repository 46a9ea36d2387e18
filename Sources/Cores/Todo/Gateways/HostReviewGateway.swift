import Adit

/// The gateway by which the host asks the user for a review.
let reviewHost = HostGateway<ReviewRequest, Never>("review")

/// What the host is asked.
@Model
enum ReviewRequest {
    /// Asks the user for a review.
    case show
}

/// Has the host ask for a review, once the user has at least three items or has completed one.
struct HostReviewGateway: ReviewGateway {
    private let store: Store
    private let tell: ((ReviewRequest) throws -> Void)?

    /// - Parameter tell: the line to the host; nil where it does not ask for reviews, and nobody is asked.
    init(store: Store, tell: ((ReviewRequest) throws -> Void)?) {
        self.store = store
        self.tell = tell
    }

    func show() {
        guard let tell, isDue(store.state().items) else { return }
        // It is a request without values, and the gateway is served: nothing can go wrong.
        try? tell(.show)
    }

    // Looks at two items at most.
    private func isDue(_ items: Table<UUID, TodoItem>) -> Bool {
        items.count > 2 || items.contains(where: \.completed)
    }
}
