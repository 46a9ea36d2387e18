import Adit
import Testing

@testable import TodoCore

@Suite struct TagTodoItemUseCaseTests {
    let store = Store.holding(
        .item(.numbered(1)), .item(.numbered(2)), .tag(Tag(id: uuid(8), name: "Tag 1")),
        .tag(Tag(id: uuid(9), name: "Tag 2", tagged: [uuid(2)])))
    let responses = Responses<TagTodoItemUseCase.Response>()
    let itemTagger: TagTodoItemUseCase

    init() { itemTagger = TagTodoItemUseCase(store: store, responder: responses.append) }

    @Test func U18_taggingMovesTheTagLast() {
        // WHEN
        itemTagger.request(.tag(.numbered(1), with: Tag(id: uuid(8), name: "Tag 1")))
        // THEN
        #expect(store.state().tags.map(\.id) == [uuid(9), uuid(8)])
        #expect(store.state().tags.last?.tagged == [uuid(1)])
        #expect(responses.all == [.wasTagged(.numbered(1), with: Tag(id: uuid(8), name: "Tag 1", tagged: [uuid(1)]))])
    }

    @Test func U18_untaggingMovesTheTagLast() {
        // GIVEN
        itemTagger.request(.tag(.numbered(1), with: Tag(id: uuid(8), name: "Tag 1")))
        // WHEN
        itemTagger.request(.untag(.numbered(2), from: Tag(id: uuid(9), name: "Tag 2")))
        // THEN
        #expect(store.state().tags.map(\.id) == [uuid(8), uuid(9)])
        #expect(responses.all.last == .wasUntagged(.numbered(2), from: Tag(id: uuid(9), name: "Tag 2")))
    }

    @Test func anOldValueOfATagDoesNotOverwriteWhatTheStoreHas() {
        // WHEN the tag is given as it was before it had an item
        itemTagger.request(.tag(.numbered(1), with: Tag(id: uuid(9), name: "Tag 2")))
        // THEN
        #expect(store.state().tags[id: uuid(9)]?.tagged == [uuid(2), uuid(1)])
    }

    @Test func whatIsTaggedAlreadyIsTaggedOnce() {
        // WHEN
        itemTagger.request(.tag(.numbered(2), with: Tag(id: uuid(9), name: "Tag 2")))
        // THEN
        #expect(responses.all == [.wasTagged(.numbered(2), with: Tag(id: uuid(9), name: "Tag 2", tagged: [uuid(2)]))])
    }

    @Test(arguments: [(3, 8, TodoListError.unknownItem), (1, 7, .unknownTag), (3, 7, .unknownItem)])
    func anUnknownItemOrTagIsAFailure(item: Int, tag: Int, error: TodoListError) {
        // GIVEN
        let before = store.state()
        let (item, tag) = (TodoItem.numbered(item), Tag(id: uuid(tag), name: "Tag"))
        // WHEN
        itemTagger.request(.tag(item, with: tag))
        itemTagger.request(.untag(item, from: tag))
        // THEN
        #expect(responses.all == [.wasNotTagged(item, with: tag, error), .wasNotUntagged(item, from: tag, error)])
        #expect(store.state() == before)
    }
}
