import Adit
import Testing

@testable import TodoCore

/// A feature that comes to the app later: it cheers when something was done.
private func createCheeringFeature(cheer: @escaping (String) -> Void) -> Input {
    return { message in
        if case .todo(.response(.wasChecked(let item))) = message { cheer("Done: \(item.text)!") }
    }
}

/// The app's features and the one that cheers, in a core.
private final class CheeringApp {
    let (store, heard, cheers) = (createStore(), Responses<Message>(), Responses<String>())
    private(set) var rootHandler: Input = { _ in }

    init() {
        let output: Output = { [unowned self] message in
            heard.append(message)
            try? rootHandler(message)
        }
        let features = createFeatures(
            store: store, reviewGateway: MockReviewGateway(), listGateway: NoListGateway(), output: output)
        rootHandler = Adit.createAppCore(
            store: store, receivers: [], features: features + [Feature(createCheeringFeature(cheer: cheers.append))])
    }
}

@Suite(.still(at: .evening)) struct AdditiveFeatureTests {
    @Test func R15_aFeatureIsAddedWithoutTouchingOthers() throws {
        // GIVEN the features of the app, and one more in the list
        let app = CheeringApp()
        // WHEN
        try app.rootHandler(.todo(.request(.add(item: .numbered(1)))))
        try app.rootHandler(.todo(.request(.check(id: uuid(1)))))
        // THEN
        #expect(app.cheers.all == ["Done: Hey Ho!"])
        #expect(
            app.heard.all == [
                .todo(.response(.wasAdded(.numbered(1)))),
                .todo(.response(.wasChecked(.numbered(1, completed: true, alterDate: .evening)))),
            ])
    }

    @Test func R16_onlyTheMessageOfAChangeIsHeard() throws {
        // GIVEN
        let app = CheeringApp()
        app.store.change(.add(.item(.numbered(1))))
        // WHEN an item changes and no message tells of it
        app.store.change(.update(.item(.numbered(1, "Let's go"))))
        app.store.change(.add(.item(.numbered(2, completed: true))))
        // THEN the feature knows nothing
        #expect(app.cheers.all.isEmpty)
        // WHEN the use case that changes an item answers, as it does without the feature
        let responses = Responses<CheckTodoItemUseCase.Response>()
        CheckTodoItemUseCase(store: app.store, responder: responses.append).request(.check(item: .numbered(1)))
        // THEN its answer is not addressed to the feature
        #expect(
            responses.all == [
                .wasChecked(item: .numbered(1, "Let's go", completed: true, alterDate: .evening))
            ])
        #expect(app.cheers.all.isEmpty)
        // WHEN that answer is a message of the core
        try app.rootHandler(.todo(.response(.wasChecked(.numbered(1, "Let's go", completed: true)))))
        // THEN the feature needs nothing else
        #expect(app.cheers.all == ["Done: Let's go!"])
    }
}
