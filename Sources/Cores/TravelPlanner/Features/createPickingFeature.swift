import Adit

/// Makes the feature that shows the user's picks on the screen. It is a sink, without responses.
func createPickingFeature(store: Store) -> Input {
    let picking = Picking(store: store)
    return { message in
        if case .picker(let picker) = message { picking.handle(picker) }
    }
}

private final class Picking {
    @Dependency(\.date) private var date
    private let store: Store

    init(store: Store) { self.store = store }

    func handle(_ picker: Message._Picker) {
        switch picker {
        case .locationWasPicked(let row, let location):
            store.change(.setLocation(row, location))
        case .timeWasPicked(let queryType, let time):
            store.change(.chooseQueryType(queryType))
            if let time { store.change(.chooseTime(time, at: date())) }
        case .travelOptionsWereChosen(let options):
            store.change(.setTravelOptions(options))
        case .directToOptionsWereChosen(let options):
            store.change(.setDirectToOptions(options))
        case .ciCoOptionsWereChosen(let options):
            store.change(.setCiCoOptions(options))
        case .wasCancelled, .wasNotPresented:
            break
        }
    }
}
