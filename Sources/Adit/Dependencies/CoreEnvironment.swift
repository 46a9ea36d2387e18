/// What a core's code finds around it: the core's own values. The core's loop, which enters it before the core's code
/// runs, and leaves it after.
@usableFromInline
package final class CoreEnvironment {
    /// The core's own values.
    package let values: DependencyValues
    /// Whether several threads are in it at once.
    private var isShared = false
    /// Whether something in the scope of overrides may be running, so that reads have to look for them. Where there is
    /// nothing, a read costs a third.
    // Accesses last for one statement each.
    @exclusivity(unchecked) package var hasScopes = false
    /// What led to what in the core; nil: nobody wants to know.
    @exclusivity(unchecked) var trace: Trace?
    /// Told when the code in it traps; nil where nobody reports that. Set before any code runs in it.
    @exclusivity(unchecked) package var trapListener: (any TrapListener)?
    /// Which core it is, in warnings: `the app "todo"`.
    @exclusivity(unchecked) var name = ""
    /// The warnings that were told.
    @exclusivity(unchecked) var told: Set<String> = []
    fileprivate let root: DependencyRoot
    /// What the thread that has entered it had before, and where that lies.
    @exclusivity(unchecked) @usableFromInline var outer: UnsafeMutableRawPointer?
    @exclusivity(unchecked) @usableFromInline var place: UnsafeMutablePointer<UnsafeMutableRawPointer?>?

    /// - Parameter bring: sets the values that the core brings itself. They are no overrides: those go over them.
    package init(context: DependencyContext, _ bring: (inout DependencyValues) -> Void) {
        let blank = DependencyValues(root: DependencyRoot(context: context, isOfScope: false))
        let brought = blank.updated(by: bring)
        root = DependencyRoot(context: brought.context, isOfScope: false, brought: brought.overrides)
        values = DependencyValues(root: root)
    }

    /// Another one with the same values, for threads that are not the core's loop: nothing is ever in a scope there.
    package init(sharing other: CoreEnvironment) {
        root = other.root
        values = other.values
        isShared = true
    }

    /// That of the core whose code runs on this thread.
    package static var current: CoreEnvironment? {
        // Whoever has entered holds it until it has left.
        ThreadLocal.pointer.map { Unmanaged<CoreEnvironment>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Makes it this thread's, until ``leave()``. Environments of several cores nest; one that is entered is not
    /// entered again before it is left.
    @inlinable
    package func enter() {
        let place = ThreadLocal.place
        outer = place.pointee
        place.pointee = Unmanaged.passUnretained(self).toOpaque()
        self.place = place
    }

    /// Gives the thread, which is the one that has entered, back to the environment that it had before.
    @inlinable
    package func leave() {
        place?.pointee = outer
        outer = nil
    }

    /// Runs something in the scope of values; as it is where there are none.
    package func withScope<R>(_ values: DependencyValues?, _ body: () throws -> R) rethrows -> R {
        guard let values else { return try body() }
        if isShared {
            // Other threads read in this one meanwhile.
            let own = CoreEnvironment(sharing: self)
            own.isShared = false
            own.trapListener = trapListener
            return try CoreEnvironment.run(in: own) { try own.withScope(values, body) }
        }
        let before = hasScopes
        hasScopes = true
        defer { hasScopes = before }
        return try BoundScope.$current.withValue(BoundScope(values.carried), operation: body)
    }
}

// What follows is for reads that find nothing overridden, and saves them the retaining of the environment.

/// The number of the root that all values come from on this thread, as no scope is to be looked for; 0 where there is
/// none such.
@usableFromInline
func undisturbedRoot() -> UInt64 { withUndisturbedRoot { $0.number } ?? 0 }

/// Gives the root of the core whose code runs on this thread, whatever is overridden.
@inline(__always)
func withCurrentRoot<R>(_ body: (DependencyRoot) -> R) -> R? {
    guard let pointer = ThreadLocal.pointer else { return nil }
    // Whoever has entered it holds it until it has left.
    return Unmanaged<CoreEnvironment>.fromOpaque(pointer)._withUnsafeGuaranteedRef { body($0.root) }
}

/// Gives the root that all values come from on this thread, if no scope is to be looked for.
@inline(__always)
func withUndisturbedRoot<R>(_ body: (DependencyRoot) -> R) -> R? {
    guard let pointer = ThreadLocal.pointer else { return nil }
    // Whoever has entered it holds it until it has left.
    return Unmanaged<CoreEnvironment>.fromOpaque(pointer)._withUnsafeGuaranteedRef {
        $0.hasScopes ? nil : body($0.root)
    }
}
