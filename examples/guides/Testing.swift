// The code of docs/testing.md. Tests/blocks.py compares it with the page; what stands around it
// lets it compile.
import Adit
import AditTesting
import Testing

@testable import UseCasesDocument
@testable import WhenDocument

@Suite struct TestingGuide {
    @Test func userStory() {
        TestRunner<MyViewModel>
            .GIVEN { MyViewModel() }
            .WHEN(.userTypesNewEmail(userEmail: "john.dohe@example.com"))
            .THEN(\.email, is: "john.dohe@example.com")
            .WHEN(.userTapsChangeEmailButton)
            .THEN(\.savedEmail, is: "john.dohe@example.com")
            .runTests()
    }

    @Test func spec() {
        describe("TagTodoItemUseCase") {
            var itemTagger: TagTodoItemUseCase!
            var store: StateStore<TodoState>!

            beforeEach {
                store = StateStore(TodoState())
                itemTagger = TagTodoItemUseCase(store: store) { _ in }
            }
            afterEach {
                itemTagger = nil
                store = nil
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
        .run()
    }
}
