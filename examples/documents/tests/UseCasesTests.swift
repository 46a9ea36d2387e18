import Adit
import AditSQLite
import AditTesting
import Testing

@testable import UseCasesDocument

@Suite struct TagTodoItemUseCaseSpec {
    @Test func spec() {
        let documents = "/tmp/adit-documents-\(UInt64.random(in: 0 ... .max))"
        let spec = describe("TagTodoItemUseCase") {
            var itemTagger: TagTodoItemUseCase!
            var store: StateStore<TodoState>!
            var responses: [TagTodoItemUseCase.Response]!

            let storefile = "\(documents)-TagTodoItemUseCaseSpec.store"
            beforeEach {
                responses = []
                store = try createStore(pathInDocuments: storefile, state: TodoState())
                itemTagger = TagTodoItemUseCase(store: store) { responses.append($0) }
            }
            afterEach {
                itemTagger = nil
                store = nil
                responses = nil
                try destroyStore(pathInDocuments: storefile)
            }

            let item = TodoItem(id: 1, text: "Hey Ho")
            let tag = Tag(id: 1, name: "Tag 1")

            beforeEach {
                store.change(.add(.item(item)))
                store.change(.add(.tag(tag)))
                itemTagger.request(.tag(item, with: tag))
            }
            context("tagging") {
                it("will add item's id to tag's list") { #expect(store.state().tags.last?.tagged.last == item.id) }
            }
            context("untagging") {
                beforeEach { itemTagger.request(.untag(item, from: tag)) }
                it("will remove item's id from tag's list") { #expect(store.state().tags.last?.tagged == []) }
            }
        }
        #expect(spec.run().entries.count { $0.word == "it" } == 2)
    }

    @Test func aFeatureIsSpecifiedInTheSameWords() {
        let spec = describe("createTodoFeature") {
            var feature: Input<Message>!
            var store: StateStore<TodoState>!
            var messages: [Message]!

            let item = TodoItem(id: 1, text: "Hey Ho")

            beforeEach {
                (store, messages) = (StateStore(TodoState()), [])
                feature = createTodoFeature(store: store) { messages.append($0) }
            }
            afterEach { (feature, store, messages) = (nil, nil, nil) }

            context("adding") {
                beforeEach { try feature(.todo(.request(.add(item: item)))) }
                it("will say that the item was added") { #expect(messages == [.todo(.response(.wasAdded(item)))]) }
                it("will keep the item") { #expect(store.state().items == [item]) }
            }
            context("hearing a response") {
                beforeEach { try feature(.todo(.response(.wasAdded(item)))) }
                it("will do nothing") { #expect(messages.isEmpty && store.state().items.isEmpty) }
            }
        }
        #expect(spec.run().hasPassed)
    }

    @Test func aUseCaseRespondsWithWhatItDid() {
        let store = StateStore(TodoState())
        var responses: [AddTodoItemUseCase.Response] = []
        let item = TodoItem(id: 1, text: "Hey Ho")
        AddTodoItemUseCase(store: store) { responses.append($0) }.request(.add(item: item))
        DeleteTodoItemUseCase(store: store) { #expect($0 == .wasDeleted(item: item)) }.request(.delete(item: item))
        #expect(responses == [.wasAdded(item: item)])
        #expect(store.state().items == [])
    }
}
