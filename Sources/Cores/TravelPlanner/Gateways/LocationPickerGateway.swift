/// The way to a picker of locations.
protocol LocationPickerGateway {
    /// Lets the user pick a location.
    ///
    /// - Parameters:
    ///   - row: what it is for.
    ///   - location: what is there now.
    /// - Returns: what was picked; nil where the user has cancelled.
    /// - Throws: whatever went wrong on the way; `CancellationError` whenever something else is presented.
    func pickLocation(for row: LocationRow, _ location: Location?) async throws -> Location?
}
