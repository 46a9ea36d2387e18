import Adit

/// Makes all features of the app, in the order in which they receive a message.
///
/// - Parameters:
///   - controller: the controller of the screen.
///   - effects: runs the subscriptions to its actions.
func createFeatures(
    store: Store, controller: TravelPlannerViewController, effects: Effects, output: @escaping Output
) -> [Feature<Message>] {
    let actions = controller.outputs.actionPerformedObservable
    return [
        Feature(.perform, createScreenFeature(controller: controller)),
        Feature(.picker, createPickingFeature(store: store)),
        Feature(.clock, createTimeFeature(store: store)),
        Feature(.stream, createStreamFeature(actions: actions, effects: effects, output: output)),
    ]
}
