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
///
/// The host is told five seconds after it was time to, so that the user is not asked in the middle of something; what
/// is requested meanwhile asks for nothing more.
struct HostReviewGateway: ReviewGateway {
    private let store: Store
    private let effects: Effects
    private let tell: ((ReviewRequest) throws -> Void)?

    /// - Parameters:
    ///   - effects: waits. Nobody else uses it.
    ///   - tell: the line to the host; nil where it does not ask for reviews, and nobody is asked.
    init(store: Store, effects: Effects, tell: ((ReviewRequest) throws -> Void)?) {
        self.store = store
        self.effects = effects
        self.tell = tell
    }

    func show() {
        guard let tell, isDue(store.state().items) else { return }
        effects.after(.seconds(5), id: "review", whileInFlight: .skip) { try tell(.show) }
    }

    // Looks at two items at most.
    private func isDue(_ items: Table<UUID, TodoItem>) -> Bool {
        items.count > 2 || items.contains(where: \.completed)
    }
}
