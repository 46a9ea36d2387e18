/// The way to where pages come from.
protocol PageGateway {
    /// Fetches a page, whatever its status is.
    ///
    /// - Throws: whatever went wrong on the way; `CancellationError` whenever nobody waits for it any more.
    func get(url: String) async throws -> FetchReply
}
