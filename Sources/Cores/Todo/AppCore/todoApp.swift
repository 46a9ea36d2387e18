import Adit

/// The app `todo`: items, also imported from lists, tags, a journal, and requests for a review.
///
/// - Parameters:
///   - name: the name by which a host opens it.
///   - retry: the attempts to fetch a list after errors; by default, an error is the answer.
public func todoApp(_ name: String = "todo", retry: RetryPolicy = .none) -> App<TodoState, Message> {
    App(
        name, state: TodoState(), gateways: [reviewHost, listsHost],
        durable: [.timers(Message.Case.appReview), .requests(to: listsHost)],
        views: todoViews, undo: .all
    ) { core in
        core.receivers = [messageExpander(output: core.output)]
        let review = core.connect(reviewHost)
        return createFeatures(
            store: core.store,
            reviewGateway: HostReviewGateway(
                store: core.store,
                wake: { [timers = core.timers] delay in
                    guard !timers.isScheduled(id: "review") else { return }
                    try timers.wake(after: delay, id: "review", .appReview(.reviewIsDue))
                }, tell: review.isServed ? { try review.tell($0) } : nil),
            listGateway: HostListGateway(core.durable(listsHost, retry: retry, answer: HostListGateway.message)),
            output: core.output)
    }
}
