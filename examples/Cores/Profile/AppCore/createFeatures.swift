import Adit

/// Makes the only feature of the app: a single entry point is an input already.
///
/// - Parameter reports: receives events and errors for the platforms.
func createFeatures(
    store: Store, gateway: any SaveGateway, reports: Reports, effects: Effects, output: @escaping Output
) -> [Feature<When>] {
    let viewModel = ProfileViewModel(store: store, gateway: gateway, effects: effects, output: output)
    return [
        Feature(viewModel.handle)
            .dependency(\.analytics, reports.analytics)
            .dependency(\.crashReporting, reports.crashReporting)
    ]
}
