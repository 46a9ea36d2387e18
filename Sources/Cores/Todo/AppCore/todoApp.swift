import Adit

/// The app `todo`: items, tags, a journal, and asking for a review.
public func todoApp() -> App<TodoState, Message> {
    App("todo", state: TodoState(), gateways: [reviewHost]) { core in
        core.receivers = [messageExpander(output: core.output)]
        let host = core.connect(reviewHost)
        return createFeatures(
            store: core.store, tellReviewHost: host.isServed ? host.tell : nil, output: core.output)
    }
}
