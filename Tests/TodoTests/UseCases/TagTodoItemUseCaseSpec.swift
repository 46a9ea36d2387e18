import Testing

@testable import TodoCore

/// The spec of 004, with its words: `init` is every `beforeEach`, `deinit` every `afterEach`.
@Suite("TagTodoItemUseCase", .still()) final class TagTodoItemUseCaseSpec {
    let store = createStore()
    let itemTagger: TagTodoItemUseCase
    let responses = Responses<TagTodoItemUseCase.Response>()

    let item = TodoItem(text: "Hey Ho")
    let tag = Tag(name: "Tag 1")

    init() {
        itemTagger = TagTodoItemUseCase(store: store, responder: responses.append)
        store.change(.add(.item(item)))
        store.change(.add(.tag(tag)))
        itemTagger.request(.tag(item, with: tag))
    }

    deinit { store.destroy() }

    @Test("tagging will add the item's id to the tag's list")
    func U19_taggingWillAddItemsIDToTagsList() {
        #expect(store.state().tags.last?.tagged.last == item.id)
    }

    @Test("untagging will remove the item's id from the tag's list")
    func U19_untaggingWillRemoveItemsIDFromTagsList() {
        itemTagger.request(.untag(item, from: tag))
        #expect(store.state().tags.last?.tagged == [])
    }

    @Test("the responses are collected")
    func U19_responsesAreCollected() {
        itemTagger.request(.untag(item, from: tag))
        #expect(responses.all == [.wasTagged(item, with: tag.alter(.add(item))), .wasUntagged(item, from: tag)])
    }
}
