import Adit
import Testing

@testable import TodoCore

@Suite(.still(at: .evening)) struct ImportTodoItemsUseCaseTests {
    let store = Store.holding(.item(.numbered(9)))
    let lists = MockListGateway()
    let responses = Responses<ImportTodoItemsUseCase.Response>()
    let importer: ImportTodoItemsUseCase

    init() {
        importer = ImportTodoItemsUseCase(
            store: store, listGateway: lists, responder: responses.append)
    }

    @Test func theListIsFetchedByTheGateway() {
        // GIVEN
        let before = store.state()
        // WHEN
        importer.request(.startImport(from: "groceries"))
        // THEN its answer is another request, and nothing has changed yet
        #expect(lists.pending == ["groceries"])
        #expect(responses.all.isEmpty)
        #expect(store.state() == before)
    }

    @Test func whatTheGatewayThrowsIsAResponse() {
        // WHEN
        importer.request(.startImport(from: "nothing"))
        // THEN
        let error = CodableError(name: "unknownList", message: "unknownList")
        #expect(responses.all == [.wasFetched(from: "nothing", result: .failure(error))])
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

    @Test func anImportIsCancelled() {
        // GIVEN two of them
        importer.request(.startImport(from: "groceries"))
        importer.request(.startImport(from: "wishes"))
        // WHEN
        importer.request(.cancelImport(from: "groceries"))
        // THEN
        #expect(responses.all == [.wasCancelled(from: "groceries")])
        #expect(lists.pending == ["wishes"])
    }

    @Test func whatIsNotBeingFetchedIsNotCancelled() {
        // GIVEN
        importer.request(.startImport(from: "groceries"))
        // WHEN
        importer.request(.cancelImport(from: "wishes"))
        // THEN
        #expect(responses.all == [.wasNotCancelled(from: "wishes", .unknownImport)])
        #expect(lists.pending == ["groceries"])
    }
}
