extension DependencyValues {
    /// The values of the current scope; nil if none. Tasks inherit it.
    package static var scope: DependencyValues? { BoundScope.current?.values }

    /// The current values: those of the scope over those of the core whose code runs.
    public static var current: DependencyValues {
        guard let environment = CoreEnvironment.current else { return scope ?? DependencyValues() }
        guard environment.hasScopes, let scope else { return environment.values }
        return scope.rooted(in: environment.values.root)
    }

    /// The values that tasks, objects and closures capture: the overrides, and the root of a scope; not the core's
    /// root, which would keep the core's values alive.
    var carried: DependencyValues {
        var carried = DependencyValues(root: root?.isOfScope == true ? root : nil)
        carried.overrides = overrides
        return carried
    }

    /// Whether there are no overrides and no root.
    var isEmpty: Bool { overrides.isEmpty && root == nil }

    /// Returns these values over captured ones.
    func over(_ carried: DependencyValues) -> DependencyValues {
        var values = self
        values.overrides = overrides.merged(over: carried.overrides)
        if root?.isOfScope != true, let root = carried.root { values.root = root }
        return values
    }

    /// Returns captured values in a core.
    private func rooted(in root: DependencyRoot?) -> DependencyValues {
        if self.root != nil { return self }
        var values = self
        values.root = root
        return values
    }

    /// Returns these values after an update.
    func updated(by update: (inout DependencyValues) throws -> Void) rethrows -> DependencyValues {
        var values = self
        values.isBeingSet = true
        try update(&values)
        values.isBeingSet = false
        return values
    }

    /// Runs `operation` in the scope of these values.
    func bind<R>(_ operation: () throws -> R) rethrows -> R {
        guard let environment = CoreEnvironment.current else {
            return try BoundScope.$current.withValue(BoundScope(carried), operation: operation)
        }
        return try environment.withScope(self, operation)
    }

    /// Runs an asynchronous operation in the scope of these values. In a core, only effects do, which always check for
    /// scopes.
    func bind<R>(isolation: isolated (any Actor)?, _ operation: () async throws -> R) async rethrows -> R {
        try await BoundScope.$current.withValue(BoundScope(carried), operation: operation, isolation: isolation)
    }
}

/// The values of a scope. A class, as a task-local is copied on each read, and a reference is the cheapest to copy.
final class BoundScope: Sendable {
    @TaskLocal static var current: BoundScope?

    let values: DependencyValues

    init(_ values: DependencyValues) { self.values = values }
}
