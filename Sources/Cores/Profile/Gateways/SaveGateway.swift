/// The way to where emails are saved.
protocol SaveGateway {
    /// Saves an email, in place of the one that was saved.
    ///
    /// - Returns: the email as it was saved.
    /// - Throws: whatever went wrong on the way; `CancellationError` whenever nobody waits for it any more.
    func save(email: String) async throws -> String
}
