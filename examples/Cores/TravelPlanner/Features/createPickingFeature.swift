import Adit

/// Makes the feature that shows the user's picks on the screen. It is a sink, without responses.
func createPickingFeature(store: Store) -> Input {
    let locationSetter = SetLocationUseCase(store: store)
    let timeChooser = ChooseTimeUseCase(store: store)
    let optionsSetter = SetOptionsUseCase(store: store)

    return { message in
        guard case .picker(let picker) = message else { return }
        switch picker {
        case .locationWasPicked(let row, let location): locationSetter.request(.set(row, location))
        case .timeWasPicked(let queryType, let time): timeChooser.request(.choose(queryType, time))
        case .travelOptionsWereChosen(let options): optionsSetter.request(.setTravelOptions(options))
        case .directToOptionsWereChosen(let options): optionsSetter.request(.setDirectToOptions(options))
        case .ciCoOptionsWereChosen(let options): optionsSetter.request(.setCiCoOptions(options))
        case .wasCancelled, .wasNotPresented: break
        }
    }
}
