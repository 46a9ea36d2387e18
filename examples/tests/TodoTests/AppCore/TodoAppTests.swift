import Adit
import Testing

@testable import TodoCore

@Suite struct TodoAppTests {
    @Test func theAppIsNamedTodo() {
        #expect(todoApp().name == "todo")
    }

    @Test func U21_theSameMessagesMakeTheSameStateAndAnswers() throws {
        // GIVEN two hosts whose clocks begin at one time, and whose ids count
        let messages = [
            #"{"todo":{"request":{"add":{"item":{"text":"Hey Ho"}}}}}"#,
            #"{"tagging":{"request":{"create":{"tag":{"name":"Tag 1"}}}}}"#,
            #"{"todo":{"request":{"check":{"id":"00000000-0000-4000-8000-000000000001"}}}}"#,
            #"{"journal":{"request":{"add":{"entry":{"text":"Rain"}}}}}"#,
            #"{"todo":{"request":{"import":{"from":"groceries"}}}}"#,
            #"{"tagging":{"request":{"tag":{"item":"00000000-0000-4000-8000-000000000001","#
                + #""with":"00000000-0000-4000-8000-000000000002"}}}}"#,
        ]
        // WHEN
        let hosts = try (1...2).map { _ in
            let host = TodoHost(gateways: ["review", "lists"])
            for message in messages { try host.send(json: message) }
            host.advance(by: .seconds(2))
            try host.reply("e1-1", #"{"result":{"texts":["Milk"]}}"#)
            host.advance(by: .seconds(60))
            return host
        }
        // THEN
        let heard = hosts.map { $0.heard() }
        #expect(heard[0] == heard[1])
        #expect(heard[0].count == 10)
        #expect(hosts[0].heardMessages() == hosts[1].heardMessages())
        #expect(hosts[0].requests.count == 2)
        #expect(hosts[0].state == hosts[1].state)
        #expect(hosts[0].state.tags.last?.tagged == [uuid(1)])
        #expect(hosts[0].state.items.map(\.id) == [uuid(1), uuid(4)])
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
            host.heardMessages() == [
                .todo(.response(.wasAdded(.numbered(1)))), .appReview(.requestReview),
                .tagging(.response(.wasCreated(tag))),
                .tagging(.response(.wasTagged(.numbered(1), with: tag.alter(.add(.numbered(1)))))),
                .todo(.response(.wasDeleted(.numbered(1)))),
            ])
    }
}
