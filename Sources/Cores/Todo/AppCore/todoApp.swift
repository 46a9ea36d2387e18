import Adit

/// The app `todo`: items, also imported from lists, tags, a journal, and requests for a review.
public func todoApp() -> App<TodoState, Message> {
    App("todo", state: TodoState(), gateways: [reviewHost, listsHost], views: todoViews, undo: .all) { core in
        core.receivers = [messageExpander(output: core.output)]
        let review = core.connect(reviewHost)
        return createFeatures(
            store: core.store,
            reviewGateway: HostReviewGateway(
                store: core.store, effects: core.effects, tell: review.isServed ? review.tell : nil),
            listGateway: HostListGateway(host: core.connect(listsHost)), effects: core.effects, output: core.output)
    }
}
