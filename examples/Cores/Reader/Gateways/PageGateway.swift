/// A gateway that fetches pages.
protocol PageGateway {
    /// Fetches a page, whatever its status is.
    ///
    /// - Throws: the error of the gateway; `CancellationError` whenever the effect is cancelled.
    func get(url: String) async throws -> FetchReply
}
