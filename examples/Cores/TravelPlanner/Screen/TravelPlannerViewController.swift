import Adit

/// The controller of the screen: every action on the screen is an assignment to ``actionPerformed``, and nothing else.
///
/// The controls are in the host: the handler of each sends its action with what its row shows, and nothing else. The
/// content of the screen is in the store, and gateways present its pickers. So the controller is as thin as possible,
/// and knows no user interface. Used on the core's loop.
///
/// Source: "Streamlining lots of View Controller interactions with Swift enums".
public final class TravelPlannerViewController {
    private let store: Store
    private let presenter: PresentPickerUseCase
    private let planner: PlanTripUseCase
    private let locationSwitcher: SwitchLocationsUseCase
    private let timeChooser: ChooseTimeUseCase
    private let performedActionSubject = PublishSubject<PerformAction>()

    init(store: Store, gateways: Gateways, effects: Effects, output: @escaping Output) {
        self.store = store
        presenter = PresentPickerUseCase(gateways: gateways, effects: effects, responder: handle(output: output))
        planner = PlanTripUseCase(store: store, responder: handle(output: output))
        locationSwitcher = SwitchLocationsUseCase(store: store)
        timeChooser = ChooseTimeUseCase(store: store)
    }

    /// The only entry point. Each assignment is an action, even of an equal value.
    var actionPerformed: PerformAction = .nothing {
        didSet {
            switch actionPerformed {
            case .fromLocationRowPressed(let location):
                presentLocationPicker(for: .from, location: location)
            case .toLocationRowPressed(let location):
                presentLocationPicker(for: .to, location: location)
            case .switchLocationButtonPressed:
                switchLocations()
            case .departureArrivalRowPressed(let queryType, let date):
                presentDatePicker(queryType, date: date)
            case .nowButtonPressed:
                pressNow()
            case .travelOptionsButtonPressed:
                presentTravelOptions()
            case .widgetDirectTo_optionsButtonPressed:
                presentDirectToOptions()
            case .widgetDirectTo_configureAddressButtonPressed:
                presentLocationPicker(for: .address, location: store.state().directTo.address)
            case .widgetDirectTo_selectLocation(let location):
                plan(to: location)
            case .widgetCiCo_optionsButtonPressed:
                presentCiCoOptions()
            case .nothing:
                return
            }
            performedActionSubject.onNext(actionPerformed)
        }
    }

    /// The observable outputs of the controller.
    struct Outputs {
        /// The stream of performed actions, from the subscription on.
        let actionPerformedObservable: ObservableStream<PerformAction>
    }

    var outputs: Outputs { Outputs(actionPerformedObservable: performedActionSubject.observable) }
}

// MARK: - Actions

extension TravelPlannerViewController {
    private func presentLocationPicker(for row: LocationRow, location: Location?) {
        presenter.request(.location(row, location))
    }

    private func presentDatePicker(_ queryType: TravelTimeQueryType, date: Date) {
        presenter.request(.date(queryType, date))
    }

    private func switchLocations() { locationSwitcher.request(.switchLocations) }
    private func pressNow() { timeChooser.request(.pressNow) }
    private func presentTravelOptions() { presenter.request(.travelOptions(store.state().options)) }
    private func presentDirectToOptions() { presenter.request(.directToOptions(store.state().directTo.options)) }
    private func presentCiCoOptions() { presenter.request(.ciCoOptions(store.state().ciCo)) }
    private func plan(to location: Location) { planner.request(.planDirectly(to: location)) }
}

private func handle(output: @escaping Output) -> (PresentPickerUseCase.Response) -> Void {
    return { response in
        switch response {
        case .locationWasPicked(let row, let location):
            output(.picker(.locationWasPicked(row: row, location: location)))
        case .timeWasPicked(let queryType, let date):
            output(.picker(.timeWasPicked(queryType: queryType, date: date)))
        case .travelOptionsWereChosen(let options): output(.picker(.travelOptionsWereChosen(options: options)))
        case .directToOptionsWereChosen(let options): output(.picker(.directToOptionsWereChosen(options: options)))
        case .ciCoOptionsWereChosen(let options): output(.picker(.ciCoOptionsWereChosen(options: options)))
        case .wasCancelled(let picker): output(.picker(.wasCancelled(picker: picker)))
        case .wasNotPresented(let picker, let error): output(.picker(.wasNotPresented(picker: picker, error: error)))
        }
    }
}

private func handle(output: @escaping Output) -> (PlanTripUseCase.Response) -> Void {
    return { response in
        switch response {
        case .wasPlanned(let trip): output(.trip(.wasPlanned(trip: trip)))
        }
    }
}
