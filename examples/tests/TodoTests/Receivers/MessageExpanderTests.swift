import Adit
import Testing

@testable import TodoCore

@Suite(.still()) struct MessageExpanderTests {
    let output = Responses<Message>()

    @Test(arguments: [
        Message.todo(.response(.wasAdded(.numbered(1)))), .todo(.response(.wasChecked(.numbered(1)))),
    ])
    func R13_anAddedOrCheckedItemRequestsAReview(message: Message) throws {
        // GIVEN
        let expander = messageExpander(output: output.append)
        // WHEN
        try expander(message)
        // THEN
        #expect(output.all == [.appReview(.requestReview)])
    }

    @Test(arguments: [
        Message.todo(.request(.add(item: .numbered(1)))), .todo(.response(.wasUnchecked(.numbered(1)))),
        .todo(.response(.wasNotAdded(item: .numbered(1), .doubledItem))), .appReview(.requestReview),
        .journal(.response(.wasAdded(JournalEntry(id: uuid(1), text: "Rain", date: .morning)))),
    ])
    func R13_nothingElseIsExpanded(message: Message) throws {
        // GIVEN
        let expander = messageExpander(output: output.append)
        // WHEN
        try expander(message)
        // THEN
        #expect(output.all.isEmpty)
    }

    @Test func R13_whatIsPutOutDuringDispatchWaitsForItsTurn() throws {
        // GIVEN a core with an expander between two onlookers
        let (store, seen) = (createStore(), Responses<String>())
        func onlooker(_ name: String) -> Input { { seen.append("\(name) sees \(summary(of: $0))") } }
        var rootHandler: Input = { _ in }
        let output: Output = { try? rootHandler($0) }
        rootHandler = Adit.createAppCore(
            store: store, receivers: [onlooker("the first"), messageExpander(output: output)],
            features: [createTodoListFeature(store: store, output: output), onlooker("the last")])
        // WHEN
        try rootHandler(.todo(.request(.add(item: .numbered(1)))))
        // THEN every message is seen by all before the next begins
        #expect(
            seen.all == [
                "the first sees add", "the last sees add", "the first sees wasAdded", "the last sees wasAdded",
                "the first sees requestReview", "the last sees requestReview",
            ])
    }

    @Test func R13_theOrderDoesNotDependOnHowManyMessagesWait() {
        // GIVEN
        let (oneByOne, together) = (TodoHost(gateways: ["review"]), TodoHost(gateways: ["review"]))
        let add = (1...4).map { Message.todo(.request(.add(item: .numbered($0)))) }
        // WHEN
        for message in add { oneByOne.send(message) }
        together.send(add[0], add[1], add[2], add[3])
        for host in [oneByOne, together] { host.advance(by: .seconds(5)) }
        // THEN
        let heard = oneByOne.heard()
        #expect(heard == together.heard())
        #expect(heard.count == 9)
    }

    @Test func R12_aReviewIsRequestedThroughTheReceiver() {
        // GIVEN
        let host = TodoHost()
        // WHEN
        host.send(.todo(.request(.add(item: .numbered(1)))), .todo(.request(.check(id: uuid(1)))))
        // THEN
        #expect(
            host.heardMessages() == [
                .todo(.response(.wasAdded(.numbered(1)))), .appReview(.requestReview),
                .todo(.response(.wasChecked(.numbered(1, completed: true, alterDate: .evening)))),
                .appReview(.requestReview),
            ])
    }
}

private func summary(of message: Message) -> String {
    switch message {
    case .todo(.request(.add)): "add"
    case .todo(.response(.wasAdded)): "wasAdded"
    case .appReview(.requestReview): "requestReview"
    default: "\(message)"
    }
}
