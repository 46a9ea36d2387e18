import Adit
import TodoCore

/// The app `todo` as version 5bbffbe had it: the delay of its review is a durable timer.
///
/// The stores and recordings of `Tests/Compatibility` were written by that app, and the tests of durable timers use it. Its
/// wire must not change.
///
/// - Parameters:
///   - name: the name by which a host opens it.
///   - retry: the attempts to fetch a list after errors; by default, an error is the answer.
public func timedTodoApp(_ name: String = "todo", retry: RetryPolicy = .none) -> App<TodoState, Message> {
    App(
        name, state: TodoState(), gateways: [reviewHost, listsHost],
        durable: [.timers(Message.Case.appReview), .requests(to: listsHost)], views: todoViews, undo: .all
    ) { core in
        let (store, timers) = (core.store, core.timers)
        let output: TodoCore.Output = { [output = core.output] message in output(Message(message)) }
        let listGateway = HostListGateway(
            core.durable(listsHost, retry: retry) { Message(HostListGateway.message(for: $0)) })
        let review = core.connect(reviewHost)
        core.receivers = [ofToday(messageExpander(output: output))]
        return [
            Feature(.todo, ofToday(createTodoListFeature(store: store, output: output))),
            Feature(ofToday(createImportFeature(store: store, listGateway: listGateway, output: output))),
            Feature(.tagging, ofToday(createTaggingFeature(store: store, output: output))),
            Feature(.journal, ofToday(createJournalingFeature(store: store, output: output))),
            Feature(.appReview) { message in
                switch message {
                case .appReview(.requestReview):
                    let items = store.state().items
                    guard review.isServed, items.count > 2 || items.contains(where: \.completed),
                        !timers.isScheduled(id: "review")
                    else { return }
                    try timers.wake(after: .seconds(5), id: "review", .appReview(.reviewIsDue))
                case .appReview(.reviewIsDue):
                    if review.isServed { try review.send(.show) }
                default: break
                }
            },
        ]
    }
}

/// Makes an input of this app's messages of an input of today's.
private func ofToday(_ input: @escaping TodoCore.Input) -> Adit.Input<Message> {
    return { message in
        if let message = message.ofToday { try input(message) }
    }
}
