import Adit
import AditTesting
import Testing

@testable import AppReviewDocument

@Suite struct AppReviewTests {
    private func item(_ id: Int) -> TodoItem { TodoItem(id: id, text: "item \(id)") }

    @Test func aReviewIsRequestedFiveSecondsAfterTheThirdItem() throws {
        // GIVEN
        let app = TodosApp()
        app.rootHandler(.todo(.request(.add(item: item(1)))))
        app.rootHandler(.todo(.request(.add(item: item(2)))))
        try app.effects.advance(by: .seconds(60))
        #expect(app.reviews == 0)
        // WHEN
        app.rootHandler(.todo(.request(.add(item: item(3)))))
        try app.effects.advance(by: .seconds(4))
        #expect(app.reviews == 0)
        try app.effects.advance(by: .seconds(1))
        // THEN
        #expect(app.reviews == 1)
    }

    @Test func bothInterfacesSeeTheSameMessages() {
        let app = TodosApp()
        app.rootHandler(.todo(.request(.add(item: item(1)))))
        app.rootHandler(.todo(.request(.add(item: item(2)))))
        app.rootHandler(.todo(.request(.check(item: item(1)))))
        #expect(app.list.lines == ["item 1", "item 2"])
        #expect(app.badge.count == 1)
    }

    @Test func aCoreIsSpecifiedInTheSameWords() {
        let spec = describe("createAppCore") {
            var app: TodosApp!
            beforeEach { app = TodosApp() }
            afterEach { app = nil }

            context("when three items were added") {
                beforeEach { for id in 1...3 { app.rootHandler(.todo(.request(.add(item: item(id))))) } }
                it("will not ask for a review at once") { #expect(app.reviews == 0) }
                it("will ask for one after five seconds") {
                    try app.effects.advance(by: .seconds(5))
                    #expect(app.reviews == 1)
                }
            }
            context("when one item was added") {
                beforeEach { app.rootHandler(.todo(.request(.add(item: item(1))))) }
                it("will not ask for a review") {
                    try app.effects.advance(by: .seconds(5))
                    #expect(app.reviews == 0)
                }
            }
        }
        #expect(spec.run().hasPassed)
    }

    @Test func aMockedInterfaceIsSpecifiedInTheSameWords() {
        final class MockInterface {
            var (shown, rootHandler) = ([String](), { (_: Message) in })
            func handle(msg: Message) {
                if case .todo(.response(.wasAdded(let item))) = msg { shown.append(item.text) }
            }
            func addButtonPressed(_ item: TodoItem) { rootHandler(.todo(.request(.add(item: item)))) }
        }
        final class MockReviewGateway: ReviewGateway {
            private(set) var shows = 0
            func show() { shows += 1 }
        }
        let spec = describe("the interface of createAppCore") {
            var interface: MockInterface!
            var reviewGateway: MockReviewGateway!
            beforeEach {
                interface = MockInterface()
                reviewGateway = MockReviewGateway()
                let output: (Message) -> () = { [unowned interface] in interface!.rootHandler($0) }
                interface.rootHandler = createAppCore(
                    store: StateStore(TodoState()),
                    receivers: [
                        { [unowned interface] in interface!.handle(msg: $0) }, messageExpander(output: output),
                    ],
                    reviewGateway: reviewGateway, effects: EffectRunner(clock: .virtual), rootHandler: output)
            }
            afterEach { (interface, reviewGateway) = (nil, nil) }

            context("when its button is pressed") {
                beforeEach { interface.addButtonPressed(item(1)) }
                it("will show the item") { #expect(interface.shown == ["item 1"]) }
                it("will have a review requested") { #expect(reviewGateway.shows == 1) }
            }
        }
        #expect(spec.run().hasPassed)
    }

    @Test func theClockOnlyEmits() {
        GIVEN(reviewApp())
            .advance(by: .seconds(60))
            .THEN(.clock(.ticked))
            .THEN(inFlight: 1)
            .runTests()
    }
}
