import Adit
import Testing

@testable import TravelPlannerCore

/// The one entry of the screen.
@Suite struct ActionPerformedTests {
    let screen = Screen()

    @Test func P1_allInteractionsAreHandledInOnePlace() throws {
        // GIVEN a stream of what goes through it
        var seen: [PerformAction] = []
        let subscription = screen.controller.outputs.actionPerformedObservable.subscribe { seen.append($0) }
        // WHEN whatever is on the screen is used
        let actions: [PerformAction] = [
            .fromLocationRowPressed(location: nil), .toLocationRowPressed(location: nil), .switchLocationButtonPressed,
            .departureArrivalRowPressed(queryType: .departure, date: .morning), .nowButtonPressed,
            .travelOptionsButtonPressed, .widgetDirectTo_optionsButtonPressed,
            .widgetDirectTo_configureAddressButtonPressed, .widgetDirectTo_selectLocation(location: .delft),
            .widgetCiCo_optionsButtonPressed,
        ]
        let input = createScreenFeature(controller: screen.controller)
        for action in actions { try input(.perform(action)) }
        // THEN all of it has
        #expect(
            seen.map { PerformAction.Case.allCases[$0.caseIndex] }
                == PerformAction.Case.allCases.filter { $0 != .nothing })
        subscription.dispose()
    }

    @Test func P2_thereAreElevenActions() {
        #expect(
            PerformAction.Case.allCases.map(\.rawValue) == [
                "fromLocationRowPressed", "toLocationRowPressed", "switchLocationButtonPressed",
                "departureArrivalRowPressed", "nowButtonPressed", "travelOptionsButtonPressed",
                "widgetDirectTo_optionsButtonPressed", "widgetDirectTo_configureAddressButtonPressed",
                "widgetDirectTo_selectLocation", "widgetCiCo_optionsButtonPressed", "nothing",
            ])
    }

    @Test func P3_anotherScreenHasAPerformActionOfItsOwn() throws {
        // GIVEN another owner
        final class DepartureBoardViewController {
            enum PerformAction { case nothing, rowPressed }
            var actionPerformed: PerformAction = .nothing
        }
        // WHEN
        let board = DepartureBoardViewController()
        board.actionPerformed = .rowPressed
        try screen.perform(.switchLocationButtonPressed)
        // THEN neither is in the other's way
        #expect(board.actionPerformed == .rowPressed)
        #expect(screen.controller.actionPerformed == .switchLocationButtonPressed)
    }

    @Test func P4_assignmentIsTheEntry() throws {
        // GIVEN
        #expect(screen.controller.actionPerformed == .nothing)
        screen.store.change(.setLocation(.from, .utrecht))
        // WHEN
        screen.controller.actionPerformed = .switchLocationButtonPressed
        // THEN it has been done when the assignment is
        #expect(screen.store.state().to == .utrecht)
        #expect(screen.store.state().from == nil)
    }

    @Test func P4_theSameActionIsPerformedAgain() throws {
        // WHEN
        var nows: [NowButton] = []
        for _ in 1...4 {
            screen.controller.actionPerformed = .nowButtonPressed
            nows.append(screen.store.state().time.now)
        }
        // THEN
        #expect(nows == [.on, .off, .automatic, .on])
    }

    @Test func P4_nothingDoesNothing() throws {
        // GIVEN
        var seen: [PerformAction] = []
        let subscription = screen.controller.outputs.actionPerformedObservable.subscribe { seen.append($0) }
        // WHEN
        try screen.perform(.nothing)
        // THEN
        #expect(screen.store.state() == TravelPlannerState())
        #expect(screen.gateways.presented == [])
        #expect(screen.heard == [])
        #expect(seen == [])
        subscription.dispose()
    }

    @Test(
        arguments: [
            (.fromLocationRowPressed(location: .utrecht), "from Utrecht"),
            (.fromLocationRowPressed(location: nil), "from -"),
            (.toLocationRowPressed(location: .delft), "to Delft"),
            (.departureArrivalRowPressed(queryType: .arrival, date: .morning), "arrival 2026-11-21T09:30:20Z"),
            (.travelOptionsButtonPressed, "travel options"),
            (.widgetDirectTo_optionsButtonPressed, "direct to"),
            (.widgetDirectTo_configureAddressButtonPressed, "address -"),
            (.widgetCiCo_optionsButtonPressed, "check-in"),
        ] as [(PerformAction, String)])
    func P5_anActionPresentsWhatBelongsToIt(action: PerformAction, presented: String) throws {
        // WHEN
        try screen.perform(action)
        // THEN
        #expect(screen.gateways.presented == [presented])
        #expect(screen.store.state() == TravelPlannerState())
    }

    @Test func P5_theButtonSwitchesTheLocations() throws {
        // GIVEN
        screen.store.change(.setLocation(.from, .utrecht))
        screen.store.change(.setLocation(.to, .delft))
        // WHEN
        try screen.perform(.switchLocationButtonPressed)
        // THEN
        #expect(screen.store.state().from == .delft)
        #expect(screen.store.state().to == .utrecht)
    }

    @Test func P6_aLocationOfTheWidgetIsPlannedTo() throws {
        // GIVEN
        screen.store.change(.setLocation(.from, .utrecht))
        screen.store.change(.setTravelOptions(TravelOptions(isStepFree: true)))
        // WHEN
        try screen.perform(.widgetDirectTo_selectLocation(location: .delft))
        // THEN from where the user is, and at once
        let options = TravelOptions(isStepFree: true)
        let trip = Trip(from: nil, to: .delft, queryType: .departure, date: .morning, options: options)
        #expect(screen.heard == [.trip(.wasPlanned(trip: trip))])
        #expect(screen.store.state().to == .delft)
        #expect(screen.store.state().from == nil)
    }

    @Test func P6_theWidgetMayDepartFromTheRow() throws {
        // GIVEN
        screen.store.change(.setLocation(.from, .utrecht))
        screen.store.change(.setDirectToOptions(DirectToOptions(departsFromHere: false)))
        screen.store.change(.chooseQueryType(.arrival))
        screen.store.change(.chooseTime(.morning(plus: 600), at: .morning))
        // WHEN
        try screen.perform(.widgetDirectTo_selectLocation(location: .delft))
        // THEN
        let trip = Trip(
            from: .utrecht, to: .delft, queryType: .arrival, date: .morning(plus: 600), options: TravelOptions())
        #expect(screen.heard == [.trip(.wasPlanned(trip: trip))])
    }
}
