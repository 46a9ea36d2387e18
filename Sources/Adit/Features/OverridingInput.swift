/// A feature's input that runs in the scope of the feature's overrides. The core's loop.
final class OverridingInput<Message> {
    /// The input without the overrides.
    let input: Input<Message>
    /// In the order of application: the last in the source, which is the outermost, is first.
    let updates: [DependencyUpdate]
    /// The overrides within its input.
    let inner: OverridingInput?
    /// The cached result of constant updates; nil until it is computed.
    private var constants: ValueTable?
    private var isConstant: Bool

    init(
        _ input: @escaping Input<Message>, _ updates: [DependencyUpdate], around inner: OverridingInput? = nil
    ) {
        self.input = input
        self.updates = updates
        self.inner = inner
        isConstant = updates.allSatisfy(\.isConstant)
    }

    /// Handles a message.
    func handle(_ message: Message) throws {
        try values(from: .current).bind { try input(message) }
    }

    /// The overrides, by name.
    var overrides: [DependencyOverride] {
        let current = DependencyValues.current
        var blank = current
        blank.overrides = ValueTable()
        let set = values(from: blank).overrides
        let own = values(from: current).overrides.sortedByName.filter { set.contains($0.keyID) }.map {
            DependencyOverride(name: $0.key.dependencyName, value: $0.anyValue)
        }
        // Inner overrides take precedence.
        guard let within = inner?.overrides, !within.isEmpty else { return own }
        let closer = Set(within.map(\.name))
        return (own.filter { !closer.contains($0.name) } + within).sorted { $0.name < $1.name }
    }

    private func values(from current: DependencyValues) -> DependencyValues {
        if isConstant, constants == nil { findConstants(in: current) }
        guard let constants else {
            return current.updated { values in
                for update in updates { update.apply(&values) }
            }
        }
        var values = current
        values.overrides = constants.merged(over: current.overrides)
        return values
    }

    /// Computes the result of constant updates. An update that sets a part of a dependency is not constant: the rest
    /// depends on the message's scope.
    private func findConstants(in current: DependencyValues) {
        let reading = DependencyReading(place: nil)
        var blank = current
        blank.overrides = ValueTable()
        blank.reading = reading
        let values = blank.updated { values in
            for update in updates { update.apply(&values) }
        }
        isConstant = reading.count == 0 && values.context == current.context
        if isConstant { constants = values.overrides }
    }
}

/// An update of dependencies.
struct DependencyUpdate {
    /// Whether it sets the same value each time, unless it sets a part of a dependency.
    let isConstant: Bool
    let apply: (inout DependencyValues) -> Void

    init(isConstant: Bool, _ apply: @escaping (inout DependencyValues) -> Void) {
        self.isConstant = isConstant
        self.apply = apply
    }
}
