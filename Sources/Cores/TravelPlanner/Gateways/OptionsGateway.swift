/// The way to the screens with options.
///
/// Each throws whatever went wrong on the way, and `CancellationError` whenever something else is presented. Nil is
/// returned where the user has cancelled.
protocol OptionsGateway {
    /// Lets the user choose what a trip has to be like.
    func choose(_ options: TravelOptions) async throws -> TravelOptions?
    /// Lets the user choose options of the widget that plans directly.
    func choose(_ options: DirectToOptions) async throws -> DirectToOptions?
    /// Lets the user choose options of the widget for checking in and out.
    func choose(_ options: CiCoOptions) async throws -> CiCoOptions?
}
