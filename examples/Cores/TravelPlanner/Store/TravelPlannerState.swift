import Adit

/// The state of the travel planner app: what is on its screen.
@Model
public struct TravelPlannerState: State, Equatable, Sendable {
    /// Where the trip begins; absent before it is chosen, and where it begins where the user is.
    private(set) var from: Location?
    /// Where it ends; absent before it is chosen.
    private(set) var to: Location?
    /// The row with the time, and the Now button.
    private(set) var time = TimeRow()
    /// What the trip has to be like.
    private(set) var options = TravelOptions()
    /// The widget that plans a trip directly.
    private(set) var directTo = DirectToWidget()
    /// The widget for checking in and out.
    private(set) var ciCo = CiCoOptions()

    /// What can be done to the state.
    public enum Change: Equatable, Sendable {
        case setLocation(LocationRow, Location)
        case switchLocations
        case pressNow(at: Timestamp)
        case chooseQueryType(TravelTimeQueryType)
        case chooseTime(Timestamp, at: Timestamp)
        case tick(at: Timestamp)
        case passChosenTime(at: Timestamp)
        case setTravelOptions(TravelOptions)
        case setDirectToOptions(DirectToOptions)
        case setCiCoOptions(CiCoOptions)
        case planDirectly(to: Location)
    }
}

extension TravelPlannerState {
    public mutating func apply(_ change: consuming Change) {
        switch consume change {
        case .setLocation(.from, let location): from = location
        case .setLocation(.to, let location): to = location
        case .setLocation(.address, let location): directTo.address = location
        case .switchLocations: swap(&from, &to)
        case .pressNow(let present): time.pressNow(at: present)
        case .chooseQueryType(let queryType): time.choose(queryType)
        case .chooseTime(let date, let present): time.choose(date, at: present)
        case .tick(let present): time.tick(at: present)
        case .passChosenTime(let present): time.pass(at: present)
        case .setTravelOptions(let options): self.options = options
        case .setDirectToOptions(let options): directTo.options = options
        case .setCiCoOptions(let options): ciCo = options
        case .planDirectly(let location):
            to = location
            if directTo.options.departsFromHere { from = nil }
        }
    }
}
