extension DependencyValues {
    /// What the code that runs is in the scope of, if it is in any. Tasks inherit it.
    package static var scope: DependencyValues? { BoundScope.current?.values }

    /// The values at this place: those of the scope over those of the core whose code runs.
    public static var current: DependencyValues {
        guard let environment = CoreEnvironment.current else { return scope ?? DependencyValues() }
        guard environment.hasScopes, let scope else { return environment.values }
        return scope.rooted(in: environment.values.root)
    }

    /// What goes along with tasks, objects and closures: the overrides, and the root of a scope; not what is the core's
    /// own, which would keep it alive.
    var carried: DependencyValues {
        var carried = DependencyValues(root: root?.isOfScope == true ? root : nil)
        carried.overrides = overrides
        return carried
    }

    /// Whether they say nothing of their own.
    var isEmpty: Bool { overrides.isEmpty && root == nil }

    /// These values over carried ones.
    func over(_ carried: DependencyValues) -> DependencyValues {
        var values = self
        values.overrides = overrides.merged(over: carried.overrides)
        if root?.isOfScope != true, let root = carried.root { values.root = root }
        return values
    }

    /// Carried values in a core.
    private func rooted(in root: DependencyRoot?) -> DependencyValues {
        if self.root != nil { return self }
        var values = self
        values.root = root
        return values
    }

    /// These values after an update.
    func updated(by update: (inout DependencyValues) throws -> Void) rethrows -> DependencyValues {
        var values = self
        values.isBeingSet = true
        try update(&values)
        values.isBeingSet = false
        return values
    }

    /// Runs something in the scope of these values.
    func bind<R>(_ operation: () throws -> R) rethrows -> R {
        guard let environment = CoreEnvironment.current else {
            return try BoundScope.$current.withValue(BoundScope(carried), operation: operation)
        }
        return try environment.withScope(self, operation)
    }

    /// Runs something asynchronous in the scope of these values. In a core, only effects do, whose scopes are looked
    /// at.
    func bind<R>(isolation: isolated (any Actor)?, _ operation: () async throws -> R) async rethrows -> R {
        try await BoundScope.$current.withValue(BoundScope(carried), operation: operation, isolation: isolation)
    }
}

/// Values that code is in the scope of. A task-local is copied when it is read, and a reference costs least.
final class BoundScope: Sendable {
    @TaskLocal static var current: BoundScope?

    let values: DependencyValues

    init(_ values: DependencyValues) { self.values = values }
}
