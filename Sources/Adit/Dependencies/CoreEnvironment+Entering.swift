extension CoreEnvironment {
    /// Runs something in an environment, on any thread. Several threads may do so at once with one that has no scopes.
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

    /// Runs something in this environment, for a Swift program: the overrides of the place where it is called hold in
    /// there.
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

    /// Runs the job of an effect, which may be in scopes of its own.
    func withJob(_ body: () -> Void) {
        let before = hasScopes
        hasScopes = true
        body()
        hasScopes = before
    }
}
