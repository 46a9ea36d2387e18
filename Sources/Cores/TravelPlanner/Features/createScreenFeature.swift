import Adit

/// Makes the feature of the screen: it passes touches to the controller's proxies, and actions to its entry point.
func createScreenFeature(controller: TravelPlannerViewController) -> Input {
    return { message in
        switch message {
        case .touch(let control): touch(control, of: controller)
        case .perform(let action): controller.actionPerformed = action
        default: break
        }
    }
}

private func touch(_ control: Message._Touch, of controller: TravelPlannerViewController) {
    switch control {
    case .fromLocation: controller.fromLocationPressed()
    case .toLocation: controller.toLocationPressed()
    case .switchLocations: controller.switchButtonPressed()
    case .departureArrival: controller.departureArrivalPressed()
    case .now: controller.nowPressed()
    case .travelOptions: controller.travelOptionsPressed()
    case .directToOptions: controller.directToOptionsPressed()
    case .directToConfigureAddress: controller.directToConfigureAddressPressed()
    case .directToLocation(let location): controller.directToLocationPressed(location)
    case .ciCoOptions: controller.ciCoOptionsPressed()
    }
}
