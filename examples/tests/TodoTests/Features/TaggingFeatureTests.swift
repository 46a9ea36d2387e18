import Adit
import Testing

@testable import TodoCore

@Suite struct TaggingFeatureTests {
    let tag = Tag(id: uuid(8), name: "Tag 1")
    let store: Store
    let output = Responses<Message>()
    let feature: Input

    init() {
        store = .holding(.item(.numbered(1)), .tag(tag))
        feature = createTaggingFeature(store: store, output: output.append)
    }

    @Test func U18_itemsAreTaggedByTheirIDs() throws {
        // WHEN
        try feature(.tagging(.request(.tag(item: uuid(1), with: uuid(8)))))
        try feature(.tagging(.request(.untag(item: uuid(1), from: uuid(8)))))
        // THEN
        #expect(
            output.all == [
                .tagging(.response(.wasTagged(.numbered(1), with: tag.alter(.add(.numbered(1)))))),
                .tagging(.response(.wasUntagged(.numbered(1), from: tag))),
            ])
    }

    @Test func U9_tagsAreCreatedAndDeleted() throws {
        // WHEN
        let second = Tag(id: uuid(9), name: "Tag 2")
        try feature(.tagging(.request(.create(tag: second))))
        try feature(.tagging(.request(.create(tag: second))))
        try feature(.tagging(.request(.delete(id: uuid(8)))))
        try feature(.tagging(.request(.delete(id: uuid(8)))))
        // THEN
        #expect(
            output.all == [
                .tagging(.response(.wasCreated(second))),
                .tagging(.response(.wasNotCreated(tag: second, error: .doubledTag))),
                .tagging(.response(.wasDeleted(tag))),
                .tagging(.response(.wasNotDeleted(id: uuid(8), error: .unknownTag))),
            ])
        #expect(Array(store.state().tags) == [second])
    }

    @Test(arguments: [(7, 8, TodoListError.unknownItem), (1, 7, .unknownTag)])
    func anUnknownItemOrTagIsAFailure(item: Int, tag: Int, error: TodoListError) throws {
        // WHEN
        try feature(.tagging(.request(.tag(item: uuid(item), with: uuid(tag)))))
        try feature(.tagging(.request(.untag(item: uuid(item), from: uuid(tag)))))
        // THEN
        #expect(
            output.all == [
                .tagging(.response(.wasNotTagged(item: uuid(item), with: uuid(tag), error: error))),
                .tagging(.response(.wasNotUntagged(item: uuid(item), from: uuid(tag), error: error))),
            ])
    }
}
