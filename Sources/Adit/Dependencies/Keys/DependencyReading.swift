/// One read of a dependency: its place, and the keys that it reads.
final class DependencyReading: @unchecked Sendable {  // Only the reading thread changes it.
    /// The place of the declaration; nil if unknown.
    let place: SourcePlace?
    /// Whether the read of a live value in a test is not reported.
    let isSilent: Bool
    /// The only value read; nil if there was none, or more than one.
    private(set) var only: AnyValueBox?
    /// Whether any value read was overridden.
    private(set) var isOverridden = false
    private(set) var count = 0
    /// The value that is about to be set, see ``StandIn``.
    var standIn: AnyObject?
    /// Whether a test received a live value.
    var isMissingTestValue = false

    init(place: SourcePlace?, isSilent: Bool = false) {
        self.place = place
        self.isSilent = isSilent
    }

    /// A read that reports no failures. Nothing is recorded in it.
    static let silent = DependencyReading(place: nil, isSilent: true)

    /// Records the value of a key.
    func record(_ box: AnyValueBox, isOverride: Bool) {
        count += 1
        only = count == 1 ? box : nil
        if isOverride { isOverridden = true }
    }
}

/// A value that is being set in ``DependencyValues`` by a key path. Swift reads a property before it sets it in this
/// way; it gets this value then, as the real one may be expensive to make and is not needed.
final class StandIn<Value> {
    let value: Value

    init(_ value: Value) { self.value = value }
}
