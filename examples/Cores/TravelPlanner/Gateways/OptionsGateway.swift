/// A gateway to the screens with options.
///
/// Each function returns nil if the user cancelled. It throws the error of the gateway, and `CancellationError`
/// whenever another picker is presented.
protocol OptionsGateway {
    /// Presents the options of a trip.
    func choose(_ options: TravelOptions) async throws -> TravelOptions?
    /// Presents the options of the widget that plans a trip directly.
    func choose(_ options: DirectToOptions) async throws -> DirectToOptions?
    /// Presents the options of the widget for checking in and out.
    func choose(_ options: CiCoOptions) async throws -> CiCoOptions?
}
