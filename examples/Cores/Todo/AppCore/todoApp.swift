import Adit

/// The app `todo`: items, also imported from lists, tags, a journal, and requests for a review.
///
/// - Parameters:
///   - name: the name by which a host opens it.
///   - retry: the attempts to fetch a list after errors; by default, an error is the answer.
public func todoApp(_ name: String = "todo", retry: RetryPolicy = .none) -> App<TodoState, Message> {
    App(
        name, state: TodoState(), gateways: [reviewHost, listsHost], durable: [.requests(to: listsHost)],
        views: todoViews, undo: .all
    ) { core in
        core.receivers = [messageExpander(output: core.output)]
        let review = core.connect(reviewHost)
        let reviewGateway = HostReviewGateway(
            store: core.store, effects: core.makeEffects(), tell: review.isServed ? { try review.send($0) } : nil)
        let listGateway = HostListGateway(core.durable(listsHost, retry: retry, answer: HostListGateway.message))
        return createFeatures(
            store: core.store, reviewGateway: reviewGateway, listGateway: listGateway, output: core.output)
    }
}
