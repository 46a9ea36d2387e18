import Adit
import AditJSON
import AditTesting
import CounterCore
import Testing

@testable import TodoCore

private typealias Message = TodoCore.Message

/// Undo, redo, and a store that is opened again.
@Suite struct StoredStoryTests {
    private static let milk = TodoItem(id: .zero, text: "milk", created: .zero)
    private static let checkedMilk = milk.alter(.check, at: .zero)

    /// A story of one item.
    private func added(store: Bool = false, undo: Bool = false) -> ModuleTest<TodoState, Message, Message> {
        GIVEN(todoApp(), store: store, undo: undo) { $0.uuid = .constant(.zero) }
            .WHEN(.todo(.request(.add(item: TodoItem(text: "milk")))))
            .THEN(.todo(.response(.wasAdded(Self.milk))), .appReview(.requestReview))
    }

    private func checked(store: Bool = false, undo: Bool = false) -> ModuleTest<TodoState, Message, Message> {
        added(store: store, undo: undo)
            .WHEN(.todo(.request(.check(id: .zero))))
            .THEN(.todo(.response(.wasChecked(Self.checkedMilk))), .appReview(.requestReview))
            .THEN(view: "openCount", is: 0)
    }

    @Test func aStepIsUndoneAndRedone() {
        let log = checked(undo: true)
            .undo()
            .THEN(view: "openCount", is: 1)
            .undo()
            .THEN(\.items.count, is: 0)
            .redo()
            .redo()
            .THEN(view: "openCount", is: 0)
            .relaxed
            .runTests()
        #expect(log.entries.map(\.text).contains("the last step is undone"))
        #expect(log.entries.map(\.text).contains("the last undo is redone"))
    }

    @Test func whatCannotBeUndoneIsAnError() {
        GIVEN(todoApp(), undo: true)
            .undo()
            .THEN(
                throws: CodingFailure(
                    path: "", reason: "found nothing to undo; a message that changes the state is expected before")
            )
            .runTests()
        let line = #line
        let found = failures { GIVEN(todoApp(), undo: true).redo().runTests() }
        #expect(
            found == [
                "\(line + 1): the redo failed, found nothing to redo; an undo before, without other changes since, is "
                    + "expected, which no THEN(throws:) expects"
            ])
    }

    @Test func aCoreWithoutHistoryOrStoreIsNamed() {
        let line = #line
        let found = failures {
            GIVEN(todoApp()).undo().runTests()
            GIVEN(todoApp()).reopen().runTests()
            GIVEN(counterApp(), undo: true).runTests()
        }
        #expect(
            found == [
                "\(line + 2): the core has no undo history; GIVEN(…, undo: true) is expected",
                "\(line + 3): the core has no store; GIVEN(…, store: true) is expected",
                "\(line + 4): the core could not be opened, undo: found for the app \"counter\", which offers no undo, "
                    + "which no THEN(throws:) expects",
            ])
    }

    @Test func aStateOutlivesItsCore() {
        added(store: true, undo: true)
            .reopen()
            .THEN(\.items.count, is: 1)
            .undo()
            .THEN(\.items.count, is: 0)
            .reopen()
            .THEN(\.items.count, is: 0)
            .redo()
            .THEN(\.items.count, is: 1)
            .runTests()
    }

    @Test func anEffectEndsWithItsCore() {
        checked(store: true)
            .THEN(inFlight: 1)
            .reopen(after: .seconds(4))
            .THEN(inFlight: 0)
            .advance(by: .seconds(1))
            .runTests()
    }

    @Test func aDurableRequestIsAskedAgain() {
        let log = GIVEN(todoApp(), store: true) { $0.uuid = .constant(.zero) }
            .WHEN(.todo(.request(.import(from: "groceries"))))
            .THEN(listsHost, isAsked: .fetch(list: "groceries"))
            .reopen(after: .seconds(60))
            .THEN(listsHost, isAsked: .fetch(list: "groceries"))
            .WHEN(listsHost, replies: FetchedList(texts: ["milk"]))
            .THEN(\.items.count, is: 1)
            .relaxed
            .runTests()
        #expect(log.entries.map(\.text).contains("the core is closed, and opened again after 60.0 seconds"))
    }

    @Test func outputOfTheClosingNeedNotBeExpected() {
        // GIVEN an effect that waits for the host
        GIVEN(slowApp(), store: true)
            .WHEN(.ask("milk"))
            .THEN(slowHost, isAsked: "milk")
            .THEN(inFlight: 1)
            .reopen()
            .THEN(inFlight: 0)
            .runTests()
    }
}

extension Timestamp {
    fileprivate static let zero = Timestamp("2000-01-01T00:00:00Z")!
}

@Message enum SlowMessage: Equatable, Sendable {
    case ask(String)
    @Outgoing case wasAnswered(String)
}

@Model struct SlowState: State, Equatable {
    var asked = 0

    enum Change { case ask }

    mutating func apply(_: Change) { asked += 1 }
}

let slowHost = HostGateway<String, String>("slow")

func slowApp() -> App<SlowState, SlowMessage> {
    App("slow", state: SlowState(), gateways: [slowHost]) { core in
        let (effects, output, host) = (core.makeEffects(), core.output, core.connect(slowHost))
        return [
            Feature { message in
                if case .ask(let text) = message { effects.run { output(.wasAnswered(try await host(text))) } }
            }
        ]
    }
}
