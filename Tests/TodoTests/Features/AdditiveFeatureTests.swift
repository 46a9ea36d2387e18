import Adit
import Testing

@testable import TodoCore

/// A feature that comes to the app later: it cheers when something was done.
private func createCheeringFeature(cheer: @escaping (String) -> Void) -> Input {
    return { message in
        if case .todo(.response(.wasChecked(let item))) = message { cheer("Done: \(item.text)!") }
    }
}

@Suite(.still(at: .evening)) struct AdditiveFeatureTests {
    @Test func R15_aFeatureIsAddedWithoutTouchingOthers() throws {
        // GIVEN the features of the app, and one more in the list
        let (store, heard, cheers) = (createStore(), Responses<Message>(), Responses<String>())
        var rootHandler: Input = { _ in }
        let output: Output = { message in
            heard.append(message)
            try? rootHandler(message)
        }
        let features = createFeatures(
            store: store, reviewGateway: MockReviewGateway(), listGateway: NoListGateway(),
            effects: EffectRunner(clock: .virtual).makeEffects(), output: output)
        rootHandler = Adit.createAppCore(
            store: store, receivers: [], features: features + [Feature(createCheeringFeature(cheer: cheers.append))])
        // WHEN
        try rootHandler(.todo(.request(.add(item: .numbered(1)))))
        try rootHandler(.todo(.request(.check(id: uuid(1)))))
        // THEN
        #expect(cheers.all == ["Done: Hey Ho!"])
        #expect(
            heard.all == [
                .todo(.response(.wasAdded(.numbered(1)))),
                .todo(.response(.wasChecked(.numbered(1, completed: true, alterDate: .evening)))),
            ])
    }

    @Test func R16_onlyTheMessageOfAChangeIsHeard() throws {
        // GIVEN
        let (store, cheers) = (createStore(), Responses<String>())
        let feature = createCheeringFeature(cheer: cheers.append)
        // WHEN an item changes and no message tells of it
        store.change(.add(.item(.numbered(1, completed: true))))
        // THEN the feature knows nothing
        #expect(cheers.all.isEmpty)
        // WHEN a message tells of a change
        try feature(.todo(.response(.wasChecked(.numbered(1, completed: true)))))
        // THEN the feature needs nothing else
        #expect(cheers.all == ["Done: Hey Ho!"])
    }
}
