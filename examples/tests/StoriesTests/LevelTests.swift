import Adit
import AditTesting
import Testing

@testable import CounterCore
@testable import TodoCore

private typealias CounterMessage = CounterCore.Message
private typealias TodoMessage = TodoCore.Message

private final class Made: @unchecked Sendable { var count = 0 }

/// Testing is the same on each level: a use case, a feature, a whole core.
@Suite struct LevelTests {
    @Test func U1_aUseCase() {
        let milk = TodoItem(id: .zero, text: "milk", created: .epoch)
        let log = GIVEN(AddTodoItemUseCase.self, state: TodoState()) { core, respond in
            AddTodoItemUseCase(store: core.store, responder: respond)
        }
        .WHEN(.add(item: milk))
        .THEN(.wasAdded(item: milk))
        .THEN(\.items, is: [milk])
        .WHEN(.add(item: milk))
        .THEN(.wasNotAdded(item: milk, .doubledItem))
        .THEN(\.items.count, is: 1)
        .runTests()
        #expect(log.entries.map(\.word) == ["GIVEN", "WHEN", "THEN", "THEN", "WHEN", "THEN", "THEN"])
        #expect(log.entries[0].text == "AddTodoItemUseCase")
    }

    @Test func U1_aFeature() {
        let log = GIVEN(featureOf: CounterMessage.self, state: CounterState()) { core in
            createCounterFeature(store: core.store, output: core.output)
        }
        .WHEN(.counter(.request(.increment(by: 2))))
        .THEN(.counter(.response(.wasIncremented(to: 2))))
        .THEN(\.value, is: 2)
        .runTests()
        #expect(
            log.description == """
                GIVEN: a feature of Message
                    WHEN: counter.request.increment(by: 2)
                        THEN: counter.response.wasIncremented(to: 2)
                        THEN: value is 2
                """)
    }

    @Test func U1_aWholeCore() {
        let log = GIVEN(counterApp(), state: CounterState(value: 1))
            .WHEN(.counter(.request(.increment(by: 2))))
            .THEN(.counter(.response(.wasIncremented(to: 3))))
            .THEN(\.value, is: 3)
            .runTests()
        #expect(log.entries[0].text == "the app \"counter\"")
    }

    @Test func W24_theAcceptanceCriteriaOfAStoryAreListedWithoutARun() {
        // GIVEN a story of an app, whose message draws an id
        let cores = Made()
        let app = App<TodoState, TodoMessage>("tags", state: TodoState()) { core in
            cores.count += 1
            return [Feature(.tagging, createTaggingFeature(store: core.store, output: core.output))]
        }
        let home = Tag(id: .zero, name: "home")
        let story = GIVEN(app) { $0.uuid = .incrementing }
            .WHEN(.tagging(.request(.create(tag: Tag(name: "home")))))
            .THEN(.tagging(.response(.wasCreated(home))))
            .advance(by: .seconds(1))
            .THEN(\.tags.count, is: 1)
        // WHEN
        let criteria = story.acceptanceCriteria
        // THEN no core was made; a run logs the same words
        #expect(cores.count == 0)
        #expect(story.runTests().description == criteria)
    }

    @Test func U20_requestsAreSentAndResponsesOrStateAreChecked() {
        // GIVEN a skeleton, THEN its story fails
        struct Skeleton: UseCase {
            enum Request { case start }
            enum Response: Equatable { case wasStarted }
            let respond: (Response) -> Void
            func request(_: Request) {}
        }
        let line = #line
        let found = failures {
            GIVEN(Skeleton.self, state: NoState()) { _, respond in Skeleton(respond: respond) }
                .WHEN(.start)
                .THEN(.wasStarted)
                .runTests()
        }
        #expect(found == ["\(line + 4): there is no output left; wasStarted was expected"])
    }

    @Test func U19_stepsThatSpecsShareAreAValue() {
        // GIVEN what the documents' spec does before each of its examples
        let item = TodoItem(id: .zero, text: "Hey Ho", created: .epoch)
        let tag = Tag(id: .zero, name: "Tag 1")
        var state = TodoState()
        state.apply(.add(.item(item)))
        state.apply(.add(.tag(tag)))
        let tagged = GIVEN(TagTodoItemUseCase.self, state: state) { core, respond in
            TagTodoItemUseCase(store: core.store, responder: respond)
        }
        .WHEN(.tag(item, with: tag))
        .THEN(.wasTagged(item, with: tag.alter(.add(item))))
        // THEN each example goes on from there
        tagged.THEN(\.tags.last?.tagged.last, is: item.id).runTests()
        tagged.WHEN(.untag(item, from: tag.alter(.add(item))))
            .THEN(.wasUntagged(item, from: tag))
            .THEN(\.tags.last?.tagged, is: [])
            .runTests()
    }

    @Test func dependenciesAreThoseOfTheStory() {
        // GIVEN ids that count, and a message whose item draws one
        GIVEN(todoApp(), from: Timestamp("2026-11-21T09:30:00Z")) { $0.uuid = .incrementing(from: 7) }
            .WHEN(.todo(.request(.add(item: TodoItem(text: "milk")))))
            .THEN(
                .todo(
                    .response(
                        .wasAdded(
                            TodoItem(
                                id: UUID("00000000-0000-0000-0000-000000000007")!, text: "milk",
                                created: Timestamp("2026-11-21T09:30:00Z")!)))),
                .appReview(.requestReview)
            )
            .runTests()
    }
}
