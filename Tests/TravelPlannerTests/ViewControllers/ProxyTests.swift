import Adit
import Testing

@testable import TravelPlannerCore

@Suite struct ProxyTests {
    let screen = Screen()

    @Test func P7_aProxyPerformsTheActionWithWhatTheScreenShows() throws {
        // GIVEN
        screen.store.change(.setLocation(.from, .utrecht))
        screen.store.change(.setLocation(.to, .delft))
        screen.store.change(.setLocation(.address, .home))
        screen.store.change(.chooseQueryType(.arrival))
        screen.store.change(.chooseTime(.morning(plus: 600), at: .morning))
        let controller = screen.controller!
        let proxies: [(() -> Void, PerformAction)] = [
            (controller.fromLocationPressed, .fromLocationRowPressed(location: .utrecht)),
            (controller.toLocationPressed, .toLocationRowPressed(location: .delft)),
            (
                controller.departureArrivalPressed,
                .departureArrivalRowPressed(queryType: .arrival, date: .morning(plus: 600))
            ),
            (controller.directToConfigureAddressPressed, .widgetDirectTo_configureAddressButtonPressed),
            (controller.travelOptionsPressed, .travelOptionsButtonPressed),
            (controller.directToOptionsPressed, .widgetDirectTo_optionsButtonPressed),
            (controller.ciCoOptionsPressed, .widgetCiCo_optionsButtonPressed),
            (controller.switchButtonPressed, .switchLocationButtonPressed),
            (controller.nowPressed, .nowButtonPressed),
            ({ controller.directToLocationPressed(.home) }, .widgetDirectTo_selectLocation(location: .home)),
        ]
        for (proxy, action) in proxies {
            // WHEN
            proxy()
            // THEN
            #expect(controller.actionPerformed == action)
        }
        // AND what is presented says what is there now; one thing at a time is
        #expect(try screen.presented() == ["check-in"])
    }

    @Test func P7_aRowWithoutATimeShowsNow() {
        screen.controller.departureArrivalPressed()
        #expect(
            screen.controller.actionPerformed == .departureArrivalRowPressed(queryType: .departure, date: .morning))
    }

    @Test func P9_whatProxiesCostIsOneAssignmentEach() throws {
        // GIVEN what each control has beside its action: a proxy, of one assignment
        screen.controller.nowPressed()
        let byProxy = screen.store.state()
        let other = Screen()
        // WHEN the action is performed without it
        try other.perform(.nowButtonPressed)
        // THEN it is the same
        #expect(other.store.state() == byProxy)
    }
}
