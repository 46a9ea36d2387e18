import Adit

/// Makes all features of the app: one, as an entry point of one function is an input already.
///
/// - Parameter reports: takes events and errors on their way out.
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
