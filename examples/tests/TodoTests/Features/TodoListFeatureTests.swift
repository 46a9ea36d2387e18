import Adit
import Testing

@testable import TodoCore

@Suite(.still(at: .evening, from: 3)) struct TodoListFeatureTests {
    let store = Store.holding(.item(.numbered(1)), .item(.numbered(2, completed: true)))
    let output = Responses<Message>()
    let feature: Input

    init() { feature = createTodoListFeature(store: store, output: output.append) }

    @Test func U8_responsesOfUseCasesBecomeMessages() throws {
        // WHEN
        try feature(.todo(.request(.add(item: .numbered(3)))))
        try feature(.todo(.request(.add(item: .numbered(3)))))
        // THEN
        #expect(
            output.all == [
                .todo(.response(.wasAdded(.numbered(3)))),
                .todo(.response(.wasNotAdded(item: .numbered(3), .doubledItem))),
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
                .todo(.response(.wasChecked(.numbered(1, completed: true, alterDate: .evening)))),
                .todo(.response(.wasUnchecked(.numbered(2, alterDate: .evening)))),
                .todo(.response(.wasEdited(.numbered(1, "Let's go", completed: true, alterDate: .evening)))),
                .todo(.response(.wasScheduled(second))),
                .todo(.response(.wasDeleted(second))),
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

    @Test func U8_aResponseBecomesARequest() throws {
        // GIVEN
        let lists = MockListGateway()
        let feature = createImportFeature(store: store, listGateway: lists, output: output.append)
        // WHEN
        try feature(.todo(.request(.import(from: "groceries"))))
        try feature(.todo(.request(.cancelImport(from: "wishes"))))
        try feature(.todo(.request(.import(from: "nothing"))))
        // THEN
        let error = CodableError(name: "unknownList", message: "unknownList")
        #expect(lists.pending == ["groceries"])
        #expect(
            output.all == [
                .todo(.response(.importWasNotCancelled(from: "wishes", error: .unknownImport))),
                .todo(.request(.finishImport(from: "nothing", result: .failure(error)))),
            ])
        // WHEN it is given back
        try feature(#require(output.all.last))
        // THEN
        #expect(output.all.last == .todo(.response(.wereNotImported(from: "nothing", error: error))))
    }

    @Test func aProgramWithoutListsImportsNone() throws {
        // GIVEN
        let (store, seen, effects) = (createStore(), Responses<Message>(), EffectRunner(clock: .virtual))
        var rootHandler: Input = { _ in }
        rootHandler = createAppCore(
            store: store, receivers: [seen.append], effects: effects, rootHandler: { try? rootHandler($0) })
        // WHEN
        try rootHandler(.todo(.request(.import(from: "groceries"))))
        try effects.run()
        // THEN
        let error = CodableError(name: "unknownList", message: "unknownList")
        #expect(seen.all.last == .todo(.response(.wereNotImported(from: "groceries", error: error))))
    }

    @Test func U9_aFeatureLeavesOtherMessagesAlone() throws {
        // GIVEN
        let before = store.state()
        // WHEN
        try feature(.todo(.response(.wasDeleted(.numbered(1)))))
        try feature(.todo(.request(.import(from: "groceries"))))
        try feature(.tagging(.request(.create(tag: Tag(name: "Tag 1")))))
        try feature(.appReview(.requestReview))
        // THEN
        #expect(output.all.isEmpty)
        #expect(store.state() == before)
    }
}
