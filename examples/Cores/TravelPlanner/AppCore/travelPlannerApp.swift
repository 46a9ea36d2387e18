import Adit

/// The app `travelPlanner`: a screen with many interactions and one entry point. The host shows its pickers.
public func travelPlannerApp() -> App<TravelPlannerState, Message> {
    App(
        "travelPlanner", state: TravelPlannerState(),
        gateways: [locationPickerHost, datePickerHost, travelOptionsHost, widgetOptionsHost]
    ) { core in
        let gateways = Gateways(
            locations: HostLocationPickerGateway(host: core.connect(locationPickerHost)),
            dates: HostDatePickerGateway(host: core.connect(datePickerHost)),
            options: HostOptionsGateway(
                travel: core.connect(travelOptionsHost), widgets: core.connect(widgetOptionsHost)))
        core.sources = createSources(output: core.output)
        let controller = TravelPlannerViewController(
            store: core.store, gateways: gateways, effects: core.makeEffects(), output: core.output)
        return createFeatures(
            store: core.store, controller: controller, effects: core.makeEffects(), output: core.output)
    }
}
