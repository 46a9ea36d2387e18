import Adit

/// The app `todo`: items, also imported from lists, tags, a journal, and requests for a review.
public func todoApp() -> App<TodoState, Message> {
    App("todo", state: TodoState(), gateways: [reviewHost, listsHost], views: todoViews, undo: .all) { core in
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
            listGateway: HostListGateway(core), output: core.output)
    }
}
