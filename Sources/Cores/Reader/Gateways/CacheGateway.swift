/// The way to where pages are kept.
///
/// All of it throws whatever went wrong on the way, and `CancellationError` whenever nobody waits for it any more.
protocol CacheGateway {
    /// The page that is kept of a url; nil where there is none.
    func page(at url: String) async throws -> Page?
    /// Keeps a page, in place of the one that was kept of its url.
    func keep(_ page: Page) async throws
    /// Keeps the page of a url no longer.
    func remove(url: String) async throws
}
