import AditState

/// The environment of a core's code: the core's own values. The core's loop, which enters it before the core's code
/// runs, and leaves it after.
@usableFromInline
package final class CoreEnvironment {
    /// The core's own values.
    package let values: DependencyValues
    /// Whether several threads may be in it at once.
    private var isShared = false
    /// Whether code in a scope of overrides may be running, so that reads look for overrides. Without scopes, a read
    /// costs a third.
    // Accesses last for one statement each.
    @exclusivity(unchecked) package var hasScopes = false
    /// The client whose message is handled; nil for the host.
    @exclusivity(unchecked) var client: String?
    /// The core's trace of causes; nil if disabled.
    @exclusivity(unchecked) var trace: Trace?
    /// Notified when the code in it traps; nil if disabled. Set before any code runs in it.
    @exclusivity(unchecked) package var trapListener: (any TrapListener)?
    /// The core's name in warnings: `the app "todo"`.
    @exclusivity(unchecked) var name = ""
    /// The ids of the warnings that were reported.
    @exclusivity(unchecked) var told: Set<String> = []
    fileprivate let root: DependencyRoot
    /// The thread's environment before the entry, and the address of the thread-local slot.
    @exclusivity(unchecked) @usableFromInline var outer: UnsafeMutableRawPointer?
    @exclusivity(unchecked) @usableFromInline var place: UnsafeMutablePointer<UnsafeMutableRawPointer?>?

    /// - Parameter bring: sets the values that the core provides. They are not overrides: overrides replace them.
    package init(context: DependencyContext, _ bring: (inout DependencyValues) -> Void) {
        let blank = DependencyValues(root: DependencyRoot(context: context, isOfScope: false))
        let brought = blank.updated(by: bring)
        root = DependencyRoot(context: brought.context, isOfScope: false, brought: brought.overrides)
        values = DependencyValues(root: root)
    }

    /// An environment with the same values, for threads other than the core's loop: no scope is ever bound in it.
    package init(sharing other: CoreEnvironment) {
        root = other.root
        values = other.values
        isShared = true
    }

    /// The environment of the core whose code runs on this thread.
    package static var current: CoreEnvironment? {
        // The code that entered retains it until it leaves.
        ThreadLocal.pointer.map { Unmanaged<CoreEnvironment>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Enters the environment on this thread, until ``leave()``. Environments of several cores nest; an entered one is
    /// left before it is entered again.
    @inlinable
    package func enter() {
        let place = ThreadLocal.place
        outer = place.pointee
        place.pointee = Unmanaged.passUnretained(self).toOpaque()
        self.place = place
    }

    /// Leaves the environment, on the thread that entered it, and restores the thread's former one.
    @inlinable
    package func leave() {
        place?.pointee = outer
        outer = nil
    }

    /// Runs `body` in the scope of values, if there are any.
    package func withScope<R>(_ values: DependencyValues?, _ body: () throws -> R) rethrows -> R {
        guard let values else { return try body() }
        return try withBoundScope(values, body)
    }

    // Few messages bring values.
    @inline(never)
    private func withBoundScope<R>(_ values: DependencyValues, _ body: () throws -> R) rethrows -> R {
        if isShared {
            // Other threads read from this one meanwhile.
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

// Fast paths for reads without overrides, which save retaining the environment.

/// Returns the number of the root that provides all values on this thread; 0 outside a core, or if a scope may apply.
@usableFromInline
func undisturbedRoot() -> UInt64 { withUndisturbedRoot { $0.number } ?? 0 }

/// Passes the root of the core whose code runs on this thread to `body`, whatever is overridden.
@inline(__always)
func withCurrentRoot<R>(_ body: (DependencyRoot) -> R) -> R? {
    guard let pointer = ThreadLocal.pointer else { return nil }
    // The code that entered retains it until it leaves.
    return Unmanaged<CoreEnvironment>.fromOpaque(pointer)._withUnsafeGuaranteedRef { body($0.root) }
}

/// Passes the root that provides all values on this thread to `body`; nil outside a core, or if a scope may apply.
@inline(__always)
func withUndisturbedRoot<R>(_ body: (DependencyRoot) -> R) -> R? {
    guard let pointer = ThreadLocal.pointer else { return nil }
    // The code that entered retains it until it leaves.
    return Unmanaged<CoreEnvironment>.fromOpaque(pointer)._withUnsafeGuaranteedRef {
        $0.hasScopes ? nil : body($0.root)
    }
}
