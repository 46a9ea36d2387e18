import Adit

/// A screen on which a trip begins and ends somewhere. (001: "Streamlining lots of View Controller interactions with Swift enums")
public final class TravelPlannerViewController {
    @Message public enum PerformAction: Equatable, Sendable {
        case fromLocationRowPressed(location: Location?)
        case toLocationRowPressed(location: Location?)
        case locationPicked(row: LocationRow, location: Location)
        case switchLocationButtonPressed
        case nothing
    }

    var actionPerformed: PerformAction = .nothing {
        didSet {
            switch actionPerformed {
            case .fromLocationRowPressed(let location): presentLocationPicker(.from, location: location)
            case .toLocationRowPressed(let location): presentLocationPicker(.to, location: location)
            case .locationPicked(let row, let location): store.change(.set(row, location))
            case .switchLocationButtonPressed: store.change(.switchLocations)
            case .nothing: break
            }
            performedActionSubject.onNext(actionPerformed)
        }
    }

    private let performedActionSubject = PublishSubject<PerformAction>()
    var actionPerformedObservable: ObservableStream<PerformAction> { performedActionSubject.observable }

    // The proxies: what the controls call.
    func fromLocationPressed() { actionPerformed = .fromLocationRowPressed(location: store.state().from) }
    func toLocationPressed() { actionPerformed = .toLocationRowPressed(location: store.state().to) }
    func switchButtonPressed() { actionPerformed = .switchLocationButtonPressed }

    private func presentLocationPicker(_ row: LocationRow, location: Location?) {
        present(Picker(row: row, location: location))
    }

    private let store: StateStore<TripState>
    private let present: (Picker) -> Void

    init(store: StateStore<TripState>, present: @escaping (Picker) -> Void) {
        (self.store, self.present) = (store, present)
    }
}

/// A screen of one action needs no enum: its function is the entry, and an enum would only be more to read.
final class ClearViewController {
    private let store: StateStore<TripState>
    init(store: StateStore<TripState>) { self.store = store }

    func clearButtonPressed() { store.change(.clear) }
}

@Model public struct Location: Equatable, Sendable { var name: String }
@Model public enum LocationRow: String, Sendable { case from, to }
@Model public struct Picker: Equatable, Sendable { var row: LocationRow, location: Location? }

@Model public struct TripState: State, Equatable {
    var from: Location?
    var to: Location?

    public enum Change { case set(LocationRow, Location), switchLocations, clear }
    public mutating func apply(_ change: Change) {
        switch change {
        case .set(.from, let location): from = location
        case .set(.to, let location): to = location
        case .switchLocations: (from, to) = (to, from)
        case .clear: (from, to) = (nil, nil)
        }
    }
}

/// The host presents pickers, which it is told by this gateway.
let pickerHost = HostGateway<Picker, Never>("picker")

public func tripApp() -> App<TripState, TravelPlannerViewController.PerformAction> {
    App("trip", state: TripState(), gateways: [pickerHost]) { core in
        let host = core.connect(pickerHost)
        let controller = TravelPlannerViewController(store: core.store) { try? host.send($0) }
        return [Feature { action in controller.actionPerformed = action }]
    }
}
