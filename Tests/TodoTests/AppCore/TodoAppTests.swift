import Adit
import Testing

@testable import TodoCore

@Suite struct TodoAppTests {
    @Test func theAppIsNamedTodo() {
        #expect(todoApp().name == "todo")
    }

    @Test func U21_theSameMessagesMakeTheSameStateAndAnswers() throws {
        // GIVEN two hosts with the same sources of dates and ids
        let messages = [
            #"{"todo":{"request":{"add":{"item":{"text":"Hey Ho"}}}}}"#,
            #"{"tagging":{"request":{"create":{"tag":{"name":"Tag 1"}}}}}"#,
            #"{"todo":{"request":{"check":{"id":"00000000-0000-4000-8000-000000000001"}}}}"#,
            #"{"journal":{"request":{"add":{"entry":{"text":"Rain"}}}}}"#,
            #"{"tagging":{"request":{"tag":{"item":"00000000-0000-4000-8000-000000000001","#
                + #""with":"00000000-0000-4000-8000-000000000002"}}}}"#,
        ]
        // WHEN
        let hosts = try [Sources.still(), .still()].map { sources in
            let host = TodoHost(gateways: ["review"], sources: sources)
            for message in messages { try host.send(json: message) }
            return host
        }
        // THEN
        #expect(hosts[0].heard == hosts[1].heard)
        #expect(hosts[0].state == hosts[1].state)
        #expect(hosts[0].state.tags.last?.tagged == [uuid(1)])
        #expect(hosts[0].state.journal.map(\.date) == [.evening])
    }

    @Test func aUserStory() {
        // GIVEN
        let host = TodoHost()
        let tag = Tag(id: uuid(9), name: "Tag 1")
        // WHEN an item is added, tagged and deleted
        host.send(.todo(.request(.add(item: .numbered(1)))), .tagging(.request(.create(tag: tag))))
        host.send(.tagging(.request(.tag(item: uuid(1), with: uuid(9)))), .todo(.request(.delete(id: uuid(1)))))
        // THEN
        #expect(host.state.items.isEmpty)
        #expect(Array(host.state.tags) == [tag])
        #expect(
            host.messages == [
                .todo(.response(.wasAdded(item: .numbered(1)))), .appReview(.requestReview),
                .tagging(.response(.wasCreated(tag: tag))),
                .tagging(.response(.wasTagged(item: .numbered(1), with: tag.alter(.add(.numbered(1)))))),
                .todo(.response(.wasDeleted(item: .numbered(1)))),
            ])
    }
}
