/// One reading of a dependency: who reads, and what of keys that comes to.
final class DependencyReading: @unchecked Sendable {  // Noted by the one thread that reads.
    /// Where it was declared; nil where nobody knows.
    let place: SourcePlace?
    /// Whether a live value in a test is of no matter.
    let isSilent: Bool
    /// The value that it came to; nil where there was none, or more than one.
    private(set) var only: AnyValueBox?
    /// Whether anything that it came to was overridden.
    private(set) var isOverridden = false
    private(set) var count = 0
    /// What is about to be set, see ``StandIn``.
    var standIn: AnyObject?
    /// Whether a test was given a live value.
    var isMissingTestValue = false

    init(place: SourcePlace?, isSilent: Bool = false) {
        self.place = place
        self.isSilent = isSilent
    }

    /// Of nobody who would want to know of failures. Nothing is noted in it.
    static let silent = DependencyReading(place: nil, isSilent: true)

    /// Notes what a key had.
    func note(_ box: AnyValueBox, isOverride: Bool) {
        count += 1
        only = count == 1 ? box : nil
        if isOverride { isOverridden = true }
    }
}

/// A value on its way into ``DependencyValues`` by a key path. Swift asks a property for its value before it sets it
/// so; it is given this one then, as the real one may be dear to make, and is not wanted.
final class StandIn<Value> {
    let value: Value

    init(_ value: Value) { self.value = value }
}
