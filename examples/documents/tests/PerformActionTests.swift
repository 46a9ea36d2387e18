import Adit
import AditTesting
import Testing

@testable import PerformActionDocument

@Suite struct PerformActionTests {
    @Test func eachControlAssignsItsAction() {
        // GIVEN a screen, and a subscriber of its actions
        var pickers: [Picker] = []
        let controller = TravelPlannerViewController(store: StateStore(TripState())) { pickers.append($0) }
        var actions: [TravelPlannerViewController.PerformAction] = []
        let bag = DisposeBag()
        controller.actionPerformedObservable.subscribe(onNext: { actions.append($0) }).disposed(by: bag)

        // WHEN its controls are pressed, and a location is picked
        controller.fromLocationPressed()
        controller.actionPerformed = .locationPicked(row: .from, location: Location(name: "Utrecht"))
        controller.switchButtonPressed()
        controller.toLocationPressed()

        // THEN
        #expect(pickers == [Picker(row: .from, location: nil), Picker(row: .to, location: Location(name: "Utrecht"))])
        #expect(
            actions == [
                .fromLocationRowPressed(location: nil),
                .locationPicked(row: .from, location: Location(name: "Utrecht")),
                .switchLocationButtonPressed, .toLocationRowPressed(location: Location(name: "Utrecht")),
            ])
    }

    @Test func aScreenOfOneActionNeedsNoEnum() {
        // GIVEN two screens on one trip
        let store = StateStore(TripState())
        let planner = TravelPlannerViewController(store: store) { _ in }
        planner.actionPerformed = .locationPicked(row: .from, location: Location(name: "Utrecht"))
        #expect(store.state().from == Location(name: "Utrecht"))
        // WHEN the only control of the small one is pressed
        ClearViewController(store: store).clearButtonPressed()
        // THEN
        #expect(store.state() == TripState())
    }
}
