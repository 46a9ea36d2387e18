@testable import Adit
import AditSwiftHost
import Testing

@testable import TodoCore

/// The app of 003: its handlers name each other, and the core is made when the first message comes.
private final class TodosApp {
    let reviews = Responses<ReviewRequest>()
    let effects = EffectRunner(clock: .virtual)
    private let store: Store = createStore()
    private(set) lazy var viewState = ViewState<TodoState, Message>(store: store)
    private(set) lazy var rootHandler: (Message) -> () = recording(
        createAppCore(
            store: store,
            receivers: [viewState.handle(msg:), messageExpander(output: { [weak self] in self?.rootHandler($0) })],
            effects: effects, tellReviewHost: reviews.append, rootHandler: { [weak self] in self?.rootHandler($0) }))
}

/// Makes a handler of an input: an error is a failure of the test.
private func recording(_ input: @escaping Input) -> (Message) -> () {
    return { msg in
        do { try input(msg) } catch { Issue.record(error) }
    }
}

@Suite(.still()) struct TodosAppTests {
    @Test func R14_theRootHandlerIsBoundLate() throws {
        // GIVEN
        let app = TodosApp()
        // WHEN
        app.rootHandler(.todo(.request(.add(item: .numbered(1, "Hey Ho")))))
        app.rootHandler(.todo(.request(.add(item: .numbered(2, "Let's go")))))
        // THEN
        #expect(app.viewState.items.map(\.text) == ["Hey Ho", "Let's go"])
        guard case .appReview(.requestReview) = app.viewState.message else {
            Issue.record("found \(String(describing: app.viewState.message)); the expander's message is expected")
            return
        }
        // WHEN
        try app.effects.advance(by: .seconds(5))
        // THEN
        #expect(app.reviews.all.isEmpty)
        // WHEN the expander's message comes back through the same handler
        app.rootHandler(.todo(.request(.check(id: uuid(1)))))
        try app.effects.advance(by: .seconds(5))
        // THEN
        #expect(app.reviews.all == [.show])
    }

    @Test func R11_theInterfaceRequestsAReviewWhenItAppears() throws {
        // GIVEN
        let app = TodosApp()
        // WHEN it appears for the first time
        app.rootHandler(.appReview(.requestReview))
        try app.effects.advance(by: .seconds(5))
        // THEN the rule does not hold yet
        #expect(app.reviews.all.isEmpty)
        // WHEN it appears after an item was completed
        app.rootHandler(.todo(.request(.add(item: .numbered(1, completed: true)))))
        try app.effects.advance(by: .seconds(5))
        app.rootHandler(.appReview(.requestReview))
        try app.effects.advance(by: .seconds(5))
        // THEN
        #expect(app.reviews.all == [.show, .show])
    }

    @Test func R14_theAppIsReleasedDespiteItsHandlersNamingEachOther() throws {
        // GIVEN
        weak var released: TodosApp?
        do {
            let app = TodosApp()
            released = app
            // WHEN a review waits for its time
            app.rootHandler(.todo(.request(.add(item: .numbered(1, completed: true)))))
            #expect(app.effects.count == 1)
        }
        // THEN
        #expect(released == nil)
    }
}
