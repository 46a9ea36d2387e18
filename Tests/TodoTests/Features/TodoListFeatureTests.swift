import Adit
import Testing

@testable import TodoCore

@Suite struct TodoListFeatureTests {
    let store = Store.holding(.item(.numbered(1)), .item(.numbered(2, completed: true)))
    let output = Responses<Message>()
    let feature: Input

    init() { feature = createTodoListFeature(store: store, sources: .still(at: .evening), output: output.append) }

    @Test func U8_responsesOfUseCasesBecomeMessages() throws {
        // WHEN
        try feature(.todo(.request(.add(item: .numbered(3)))))
        try feature(.todo(.request(.add(item: .numbered(3)))))
        // THEN
        #expect(
            output.all == [
                .todo(.response(.wasAdded(item: .numbered(3)))),
                .todo(.response(.wasNotAdded(item: .numbered(3), error: .doubledItem))),
            ])
    }

    @Test func U9_aFeatureGroupsUseCases() throws {
        // WHEN
        try feature(.todo(.request(.check(id: uuid(1)))))
        try feature(.todo(.request(.uncheck(id: uuid(2)))))
        try feature(.todo(.request(.edit(id: uuid(1), text: "Let's go"))))
        try feature(.todo(.request(.schedule(id: uuid(2), due: .nextMorning))))
        try feature(.todo(.request(.delete(id: uuid(2)))))
        // THEN
        let second = TodoItem.numbered(2, due: .nextMorning, alterDate: .evening)
        #expect(
            output.all == [
                .todo(.response(.wasChecked(item: .numbered(1, completed: true, alterDate: .evening)))),
                .todo(.response(.wasUnchecked(item: .numbered(2, alterDate: .evening)))),
                .todo(.response(.wasEdited(item: .numbered(1, "Let's go", completed: true, alterDate: .evening)))),
                .todo(.response(.wasScheduled(item: second))),
                .todo(.response(.wasDeleted(item: second))),
            ])
        #expect(
            Array(store.state().items) == [.numbered(1, "Let's go", completed: true, alterDate: .evening)])
    }

    @Test func anEmptyTextIsAFailure() throws {
        // WHEN
        try feature(.todo(.request(.edit(id: uuid(1), text: " "))))
        // THEN
        #expect(output.all == [.todo(.response(.wasNotEdited(id: uuid(1), error: .emptyText)))])
    }

    @Test(arguments: [
        (
            Message._Todo.Request.delete(id: uuid(7)),
            Message._Todo.Response.wasNotDeleted(id: uuid(7), error: .unknownItem)
        ),
        (.check(id: uuid(7)), .wasNotChecked(id: uuid(7), error: .unknownItem)),
        (.uncheck(id: uuid(7)), .wasNotUnchecked(id: uuid(7), error: .unknownItem)),
        (.edit(id: uuid(7), text: "x"), .wasNotEdited(id: uuid(7), error: .unknownItem)),
        (.schedule(id: uuid(7), due: nil), .wasNotScheduled(id: uuid(7), error: .unknownItem)),
    ])
    func anUnknownItemIsAFailure(request: Message._Todo.Request, response: Message._Todo.Response) throws {
        // WHEN
        try feature(.todo(.request(request)))
        // THEN
        #expect(output.all == [.todo(.response(response))])
        #expect(store.state().items.count == 2)
    }

    @Test func U9_aFeatureLeavesOtherMessagesAlone() throws {
        // GIVEN
        let before = store.state()
        // WHEN
        try feature(.todo(.response(.wasDeleted(item: .numbered(1)))))
        try feature(.tagging(.request(.create(tag: Tag(name: "Tag 1")))))
        try feature(.appReview(.requestReview))
        // THEN
        #expect(output.all.isEmpty)
        #expect(store.state() == before)
    }
}
