/// A gateway to a picker of locations.
protocol LocationPickerGateway {
    /// Presents a picker of a location.
    ///
    /// - Parameters:
    ///   - row: the row that it is for.
    ///   - location: the current location of the row.
    /// - Returns: the pick; nil if the user cancelled.
    /// - Throws: the error of the gateway; `CancellationError` whenever another picker is presented.
    func pickLocation(for row: LocationRow, _ location: Location?) async throws -> Location?
}
