/// A gateway that saves emails.
protocol SaveGateway {
    /// Saves an email, and replaces the saved one.
    ///
    /// - Returns: the saved email.
    /// - Throws: the error of the gateway; `CancellationError` whenever the effect is cancelled.
    func save(email: String) async throws -> String
}
