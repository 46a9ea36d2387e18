import AditState

extension CoreEnvironment {
    /// Runs `body` in an environment, on any thread. Several threads may run in one without scopes at once.
    @inlinable
    @inline(__always)
    package static func run<R, E: Error>(
        in environment: CoreEnvironment, _ body: () throws(E) -> R
    ) throws(E) -> R {
        let place = ThreadLocal.place
        let outer = place.pointee
        place.pointee = Unmanaged.passUnretained(environment).toOpaque()
        defer { place.pointee = outer }
        return try body()
    }

    /// Runs `body` in this environment, for a Swift program: the caller's overrides apply in it.
    func within<R>(_ body: () throws -> R) rethrows -> R {
        enter()
        let before = hasScopes
        hasScopes = before || DependencyValues.scope != nil
        defer {
            hasScopes = before
            leave()
        }
        return try body()
    }

    /// Runs the job of an effect, which may have scopes.
    func withJob(_ body: () -> Void) {
        let before = hasScopes
        hasScopes = true
        body()
        hasScopes = before
    }
}
