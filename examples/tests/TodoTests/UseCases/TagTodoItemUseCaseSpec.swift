import AditSQLite
import AditTesting
import Testing

@testable import TodoCore

/// The spec of 004, with its words. The directory is set aside for it, so that no user's data is touched.
@Suite(.still()) struct TagTodoItemUseCaseSpec {
    private let documents = TemporaryDirectory()

    private func spec() -> Spec {
        describe("TagTodoItemUseCase") {
            var itemTagger: TagTodoItemUseCase!
            var store: Store!
            var responses: Responses<TagTodoItemUseCase.Response>!

            let storefile = "\(documents.path)/TagTodoItemUseCaseSpec.store"
            beforeEach {
                responses = Responses()
                store = try createStore(pathInDocuments: storefile, state: TodoState())
                itemTagger = TagTodoItemUseCase(store: store, responder: responses.append)
            }
            afterEach {
                itemTagger = nil
                store = nil
                responses = nil
                #expect(documents.names.contains("TagTodoItemUseCaseSpec.store"))
                try destroyStore(pathInDocuments: storefile)
                #expect(documents.names == [])
            }

            let item = TodoItem(text: "Hey Ho")
            let tag = Tag(name: "Tag 1")

            beforeEach {
                store.change(.add(.item(item)))
                store.change(.add(.tag(tag)))
                itemTagger.request(.tag(item, with: tag))
            }
            context("tagging") {
                it("will add item's id to tag's list") { #expect(store.state().tags.last?.tagged.last == item.id) }
                it("will respond that it was tagged") {
                    #expect(responses.all == [.wasTagged(item, with: tag.alter(.add(item)))])
                }
            }
            context("untagging") {
                beforeEach { itemTagger.request(.untag(item, from: tag)) }
                it("will remove item's id from tag's list") { #expect(store.state().tags.last?.tagged == []) }
                it("will respond that it was untagged") {
                    #expect(responses.all.last == .wasUntagged(item, from: tag))
                }
            }
        }
    }

    @Test func U19_spec() {
        let log = spec().run()
        #expect(log.entries.count { $0.word == "it" } == 4)
    }

    @Test func U19_acceptanceCriteria() {
        #expect(
            spec().acceptanceCriteria == """
                TagTodoItemUseCase
                    tagging
                        will add item's id to tag's list
                        will respond that it was tagged
                    untagging
                        will remove item's id from tag's list
                        will respond that it was untagged
                """)
        #expect(documents.names == [])
    }
}
