import Adit

/// The gateway by which the host asks the user for a review.
let reviewHost = HostGateway<ReviewRequest, Never>("review")

/// What the host is asked.
enum ReviewRequest: Encodable {
    case show
}

/// Has the host ask for a review, once the user has at least three items or has completed one.
struct HostReviewGateway: ReviewGateway {
    private let store: Store
    private let tell: (ReviewRequest) throws -> Void

    /// - Parameter tell: the line to the host.
    init(store: Store, tell: @escaping (ReviewRequest) throws -> Void) {
        self.store = store
        self.tell = tell
    }

    func show() {
        guard isDue(store.state().items) else { return }
        // A host that does not serve the gateway has nobody to ask.
        try? tell(.show)
    }

    // Looks at two items at most.
    private func isDue(_ items: Table<UUID, TodoItem>) -> Bool {
        items.count > 2 || items.contains(where: \.completed)
    }
}
