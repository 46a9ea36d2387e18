import AditState

/// The owner of the running closure of a spec: a group, which collects examples, or an example.
///
/// Sendable, as a task-local value must be, though groups are not: `group` is read only on the thread that runs the
/// group's closure. A task that the closure starts inherits the scope, but reads no group on another thread; on the same
/// thread it runs after the closure, when the group is closed.
struct SpecScope: @unchecked Sendable {
    /// The innermost scope; nil outside of specs.
    @TaskLocal static var current: SpecScope?

    /// The group; nil in an example.
    private let group: SpecGroup?
    private let thread = ThreadID.current
    /// The full name of the example; nil in a group.
    private let example: String?

    /// The group if its closure is running, on this thread.
    private var openGroup: SpecGroup? {
        guard thread == .current, let group, group.isOpen else { return nil }
        return group
    }

    /// Runs the closure of a group.
    static func collecting(_ group: SpecGroup, _ body: () -> Void) {
        $current.withValue(SpecScope(group: group, example: nil), operation: body)
    }

    /// Runs the closures of an example.
    static func running(_ example: String, _ body: () -> Void) {
        $current.withValue(SpecScope(group: nil, example: example), operation: body)
    }

    /// Returns the group whose closure is running. Outside of it, reports a failure and returns nil.
    ///
    /// - Parameter call: the call that needs a group, in words.
    static func group(for call: String, at place: TestPlace) -> SpecGroup? {
        if let group = current?.openGroup { return group }
        let surroundings = current?.example.map { "inside of the example \"\($0)\"" } ?? "outside of a describe"
        reportFailure(
            "\(call) is \(surroundings) and has no effect: move it into the closure of a describe or a context",
            at: place)
        return nil
    }
}
