/// A gateway to the cache of pages.
///
/// Each function throws the error of the gateway, and `CancellationError` whenever the effect is cancelled.
protocol CacheGateway {
    /// Returns the cached page of a url; nil if none.
    func page(at url: String) async throws -> Page?
    /// Stores a page, and replaces the cached page of its url.
    func keep(_ page: Page) async throws
    /// Removes the page of a url from the cache.
    func remove(url: String) async throws
}
