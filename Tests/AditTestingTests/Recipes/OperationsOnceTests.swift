import Adit
import AditJSON
import AditTesting
import Testing

/// GIVEN operations that are declared once WHEN a core is made of them THEN it is the same core: messages of the same
/// form and directions, a use case that is tested by itself.
struct OperationsOnceTests {
    @Test func `a use case takes the operations of its feature's messages`() {
        GIVEN(EditShelf.self, state: ShelfState()) { core, respond in EditShelf(store: core.store, respond: respond) }
            .WHEN(.add(title: "Emma"))
            .THEN(.wasAdded(title: "Emma"))
            .WHEN(.remove(title: "Emma"))
            .THEN(.wasRemoved(title: "Emma"))
            .WHEN(.remove(title: "Emma"))
            .THEN(.wasNotRemoved(title: "Emma"))
            .runTests()
        GIVEN(
            App("shelf", state: ShelfState()) { core in
                [Feature(.shelf, createShelfFeature(store: core.store, output: core.output))]
            }
        )
        .WHEN(.shelf(.request(.add(title: "Emma"))))
        .THEN(.shelf(.response(.wasAdded(title: "Emma"))))
        .THEN(\.titles, is: ["Emma"])
        .runTests()
    }

    @Test func `messages take the operations of a use case, in the same form and directions`() throws {
        let request = WordMessage.words(.request(.count(text: "a b")))
        let response = WordMessage.words(.response(.wasCounted(words: 2)))
        let writer = JSONWriter()
        try request.write(to: writer)
        #expect(writer.text == #"{"words":{"request":{"count":{"text":"a b"}}}}"#)
        #expect(request.direction == .incoming)
        #expect(response.direction == .outgoing)
        #expect(ShelfMessage.shelf(.request(.add(title: ""))).direction == .incoming)
        #expect(ShelfMessage.shelf(.response(.wasAdded(title: ""))).direction == .outgoing)
    }
}
