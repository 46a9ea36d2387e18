import Adit
import Testing

@testable import TodoCore

@Suite(.still(at: .evening)) struct ImportTodoItemsUseCaseTests {
    let store = Store.holding(.item(.numbered(9)))
    let effects = EffectRunner(clock: .virtual)
    let responses = Responses<ImportTodoItemsUseCase.Response>()
    let importer: ImportTodoItemsUseCase

    init() {
        importer = ImportTodoItemsUseCase(
            store: store, listGateway: MockListGateway(), effects: effects.makeEffects(),
            responder: responses.append)
    }

    @Test func U5_theInteractorRespondsWhenTheListHasCome() throws {
        // GIVEN
        let before = store.state()
        // WHEN
        importer.request(.startImport(from: "groceries"))
        try effects.advance(by: .milliseconds(1999))
        // THEN it waits, and others can go on
        #expect(responses.all.isEmpty)
        // WHEN
        try effects.advance(by: .milliseconds(1))
        // THEN it tells what has come, and nothing has changed yet
        #expect(responses.all == [.wasFetched(from: "groceries", result: .success(["Milk", " ", "Bread"]))])
        #expect(store.state() == before)
    }

    @Test func U5_whatAnEffectThrowsIsAResponse() throws {
        // WHEN
        importer.request(.startImport(from: "wishes"))
        try effects.advance(by: .seconds(2))
        // THEN
        let error = CodableError(name: "unknownList", message: "unknownList")
        #expect(responses.all == [.wasFetched(from: "wishes", result: .failure(error))])
    }

    @Test func whatWasFetchedBecomesItems() {
        // WHEN
        importer.request(.finishImport(from: "groceries", result: .success(["Milk", " ", "Bread"])))
        // THEN a blank text is none
        let items = [
            TodoItem(id: uuid(1), text: "Milk", created: .evening),
            TodoItem(id: uuid(2), text: "Bread", created: .evening),
        ]
        #expect(responses.all == [.wereImported(items: items)])
        #expect(Array(store.state().items) == [.numbered(9)] + items)
    }

    @Test func whatWasNotFetchedIsNotImported() {
        // WHEN
        let error = CodableError(name: "timedOut", message: "it took too long")
        importer.request(.finishImport(from: "groceries", result: .failure(error)))
        // THEN
        #expect(responses.all == [.wereNotImported(from: "groceries", error)])
        #expect(Array(store.state().items) == [.numbered(9)])
    }

    @Test(arguments: [9, 3]) func allAreImportedOrNone(id: Int) {
        // WHEN all ids are the same one
        withDependencies {
            $0.uuid = .constant(uuid(id))
        } operation: {
            importer.request(.finishImport(from: "groceries", result: .success(["Milk", "Bread"])))
        }
        // THEN
        let error = CodableError(name: "doubledItem", message: "doubledItem")
        #expect(responses.all == [.wereNotImported(from: "groceries", error)])
        #expect(Array(store.state().items) == [.numbered(9)])
    }

    @Test func aListIsFetchedAnewWhereItIsBeingFetched() throws {
        // WHEN it is asked for again after a second
        importer.request(.startImport(from: "groceries"))
        try effects.advance(by: .seconds(1))
        importer.request(.startImport(from: "groceries"))
        try effects.advance(by: .milliseconds(1999))
        // THEN the first one came to nothing
        #expect(responses.all.isEmpty)
        // WHEN
        try effects.advance(by: .seconds(60))
        // THEN the second has come
        #expect(responses.all.count == 1)
    }

    @Test func listsAreFetchedBesideEachOther() throws {
        // WHEN
        importer.request(.startImport(from: "groceries"))
        try effects.advance(by: .seconds(1))
        importer.request(.startImport(from: "wishes"))
        try effects.advance(by: .seconds(2))
        // THEN
        #expect(responses.all.count == 2)
    }

    @Test func anImportIsCancelled() throws {
        // WHEN
        importer.request(.startImport(from: "groceries"))
        try effects.advance(by: .seconds(1))
        importer.request(.cancelImport(from: "groceries"))
        try effects.advance(by: .seconds(60))
        // THEN
        #expect(responses.all == [.wasCancelled(from: "groceries")])
        #expect(effects.count == 0)
    }

    @Test func whatIsNotBeingFetchedIsNotCancelled() throws {
        // GIVEN one import that is over, and one that goes on
        importer.request(.startImport(from: "wishes"))
        try effects.advance(by: .seconds(2))
        importer.request(.startImport(from: "groceries"))
        try effects.run()
        // WHEN
        importer.request(.cancelImport(from: "wishes"))
        // THEN
        #expect(responses.all.last == .wasNotCancelled(from: "wishes", .unknownImport))
        #expect(effects.count == 1)
    }
}
