import Adit

/// Makes the feature of the screen: it passes actions to the controller's entry point.
func createScreenFeature(controller: TravelPlannerViewController) -> Input {
    return { message in
        if case .perform(let action) = message { controller.actionPerformed = action }
    }
}
