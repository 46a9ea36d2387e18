@testable import Adit
import Testing

@testable import TravelPlannerCore

/// The whole core, as a host in C sees it.
@Suite struct TravelPlannerAppTests {
    let host = PlannerHost()

    @Test func P6_theTimeRowFollowsTheClockFromTheBeginning() {
        #expect(host.unheard() == [#"{"clock":{"ticks":{"at":"2026-11-21T09:30:20Z"}}}"#])
        #expect(host.state.time.date == .morning)
        // WHEN the minute ends, and the next
        host.advance(by: .seconds(100))
        // THEN
        #expect(
            host.unheard() == [
                #"{"clock":{"ticks":{"at":"2026-11-21T09:31:00Z"}}}"#,
                #"{"clock":{"ticks":{"at":"2026-11-21T09:32:00Z"}}}"#,
            ])
        #expect(host.heard() == [])
        #expect(host.state.time.date == .morning(plus: 100))
    }

    @Test func P6_whatIsPickedComesBackAsTheReply() throws {
        // GIVEN
        host.forget()
        // WHEN
        host.send(.perform(.fromLocationRowPressed(location: nil)), id: 1)
        try host.reply("e1-1", #"{"result":{"location":{"name":"Utrecht"}}}"#)
        host.send(.perform(.fromLocationRowPressed(location: Location(name: "Utrecht"))), id: 2)
        // THEN
        #expect(
            host.heard() == [
                #"e1-1 locationPicker {"show":{"row":"from"}} #1"#,
                #"e1-2 locationPicker {"show":{"row":"from","location":{"name":"Utrecht"}}} #2"#,
            ])
        #expect(
            host.unheard() == [#"{"picker":{"locationWasPicked":{"row":"from","location":{"name":"Utrecht"}}}}"#])
        #expect(host.state.from == Location(name: "Utrecht"))
    }

    @Test(
        arguments: [
            (.fromLocationRowPressed(location: nil), "location", #"locationPicker {"show":{"row":"from"}}"#),
            (.toLocationRowPressed(location: nil), "location", #"locationPicker {"show":{"row":"to"}}"#),
            (.widgetDirectTo_configureAddressButtonPressed, "location", #"locationPicker {"show":{"row":"address"}}"#),
            (
                .departureArrivalRowPressed(queryType: .departure, date: .morning), "date",
                #"datePicker {"show":{"queryType":"departure","date":"2026-11-21T09:30:20Z"}}"#
            ),
            (
                .travelOptionsButtonPressed, "travelOptions",
                #"travelOptions {"show":{"options":{"extraTransferMinutes":0,"isStepFree":false,"avoidsSupplements":false}}}"#
            ),
            (
                .widgetDirectTo_optionsButtonPressed, "directToOptions",
                #"widgetOptions {"directTo":{"options":{"departsFromHere":true}}}"#
            ),
            (
                .widgetCiCo_optionsButtonPressed, "ciCoOptions",
                #"widgetOptions {"ciCo":{"options":{"remindsToCheckOut":false,"reminderMinutes":60}}}"#
            ),
        ] as [(PerformAction, String, String)])
    func P6_nothingChangesWhereNothingIsPicked(action: PerformAction, picker: String, request: String) throws {
        // GIVEN
        let state = host.state
        host.forget()
        // WHEN
        host.send(.perform(action))
        try host.reply("e1-1", #"{"result":{}}"#)
        // THEN
        #expect(host.heard() == ["e1-1 \(request)", #"{"picker":{"wasCancelled":{"picker":"\#(picker)"}}}"#])
        #expect(host.state == state)
    }

    @Test func P6_optionsAreChosen() throws {
        // WHEN
        host.send(.perform(.travelOptionsButtonPressed))
        try host.reply("e1-1", #"{"result":{"options":{"extraTransferMinutes":5,"isStepFree":true}}}"#)
        host.send(.perform(.widgetDirectTo_optionsButtonPressed))
        try host.reply("e1-2", #"{"result":{"directTo":{"departsFromHere":false}}}"#)
        host.send(.perform(.widgetCiCo_optionsButtonPressed))
        try host.reply("e1-3", #"{"result":{"ciCo":{"remindsToCheckOut":true,"reminderMinutes":90}}}"#)
        host.send(.perform(.widgetDirectTo_configureAddressButtonPressed))
        try host.reply("e1-4", #"{"result":{"location":{"name":"Home"}}}"#)
        // THEN
        #expect(host.state.options == TravelOptions(extraTransferMinutes: 5, isStepFree: true))
        #expect(host.state.directTo == DirectToWidget(address: .home, options: DirectToOptions(departsFromHere: false)))
        #expect(host.state.ciCo == CiCoOptions(remindsToCheckOut: true, reminderMinutes: 90))
    }

    @Test func P6_theKindAloneMayBePicked() throws {
        // WHEN the kind alone is picked
        host.send(.perform(.departureArrivalRowPressed(queryType: .departure, date: .morning)))
        try host.reply("e1-1", #"{"result":{"picked":{"queryType":"arrival"}}}"#)
        host.advance(by: .seconds(40))
        // THEN the row follows the clock all the same
        #expect(host.state.time.queryType == .arrival)
        #expect(host.state.time.date == .morning(plus: 40))
    }

    @Test func P6_automaticTheRowReturnsToTheClockByItself() throws {
        // GIVEN a time five minutes from now
        host.send(.perform(.departureArrivalRowPressed(queryType: .departure, date: .morning)))
        try host.reply("e1-1", #"{"result":{"picked":{"queryType":"departure","date":"2026-11-21T09:35:20Z"}}}"#)
        #expect(host.state.time.date == .morning(plus: 300))
        host.forget()
        // WHEN
        host.advance(by: .seconds(299))
        #expect(host.unheard() == [])
        host.advance(by: .seconds(1))
        // THEN
        #expect(
            host.unheard() == [
                #"{"clock":{"chosenTimePasses":{"at":"2026-11-21T09:35:20Z"}}}"#,
                #"{"clock":{"ticks":{"at":"2026-11-21T09:35:20Z"}}}"#,
            ])
        host.advance(by: .seconds(40))
        #expect(host.state.time.date == .morning(plus: 340))
    }

    @Test func P6_offTheClockStandsStill() {
        // GIVEN on, then off
        host.send(.perform(.nowButtonPressed))
        host.send(.perform(.nowButtonPressed))
        host.forget()
        // WHEN
        host.advance(by: .seconds(86_400))
        // THEN
        #expect(host.unheard() == [])
        #expect(host.state.time.date == .morning)
        #expect(host.core.loop.effects.count == 0)
    }

    @Test func oneThingIsPresentedAtATime() throws {
        // GIVEN
        host.send(.perform(.fromLocationRowPressed(location: nil)))
        host.forget()
        // WHEN
        host.send(.perform(.toLocationRowPressed(location: nil)))
        // THEN
        #expect(host.heard() == ["e1-1 is cancelled", #"e1-2 locationPicker {"show":{"row":"to"}}"#])
        // AND what the first answers is not heard
        try host.reply("e1-1", #"{"result":{"location":{"name":"Utrecht"}}}"#)
        #expect(host.heard() == [])
        #expect(host.state.from == nil)
    }

    @Test func aPickerThatCannotBePresentedIsTold() {
        // GIVEN
        let host = PlannerHost(gateways: [])
        host.forget()
        // WHEN
        host.send(.perform(.fromLocationRowPressed(location: nil)))
        // THEN
        let text =
            #"the host does not serve the gateway \"locationPicker\"; it would have to list it in the config's \"gateways\""#
        #expect(
            host.heard() == [
                #"{"picker":{"wasNotPresented":{"picker":"location","error":{"name":"notServed","message":"\#(text)"}}}}"#
            ])
    }

    @Test func P10_theNamesAreThoseThatWereChosen() {
        // GIVEN the document's variants: PerformAction and PerformedAction, performedActionSubject and
        // performActionSubject
        let screen = Screen()
        // THEN there is one of each
        let entry: PerformAction = screen.controller.actionPerformed
        let stream: ObservableStream<PerformAction> = screen.controller.outputs.actionPerformedObservable
        #expect("\(type(of: entry)) \(type(of: stream))" == "PerformAction ObservableStream<PerformAction>")
    }
}
