/// What a ``Dependency`` knows: what it reads, what was overridden where it was made, and what it has found.
@usableFromInline
final class DependencyCell<Value> {
    /// The root that ``value`` belongs to; 0: none.
    // Accesses last for one statement each.
    @exclusivity(unchecked) @usableFromInline private(set) var root: UInt64 = 0
    /// What the root has for it. The root keeps it and this does not, so that a value that knows of the object whose
    /// property this is makes no cycle. To be used while the root is known to be there.
    @exclusivity(unchecked) @usableFromInline private(set) var value: Unmanaged<ValueBox<Value>>?
    /// What was overridden where it was made, if anything was.
    let carried: DependencyValues?
    /// The one key that it reads, once that is known.
    @exclusivity(unchecked) private var key: ObjectIdentifier?
    private let read: (DependencyValues) -> Value
    /// The property of ``DependencyValues`` that it reads; nil: a key.
    private let property: KeyPath<DependencyValues, Value>?
    private let place: SourcePlace

    /// Of a property.
    init(_ property: KeyPath<DependencyValues, Value>, _ place: SourcePlace) {
        read = { $0[keyPath: property] }
        self.property = property
        self.place = place
        carried = DependencyCell.carriedFromHere
    }

    /// Of a key.
    init<K: TestDependencyKey>(_ key: K.Type, _ place: SourcePlace) where K.Value == Value {
        read = { $0[key] }
        self.key = ObjectIdentifier(key)
        property = nil
        self.place = place
        carried = DependencyCell.carriedFromHere
    }

    private static var carriedFromHere: DependencyValues? {
        guard undisturbedRoot() == 0 else { return nil }
        let carried = DependencyValues.current.carried
        return carried.isEmpty ? nil : carried
    }

    /// Finds the value, and notes it for next time where it will be the same then.
    @usableFromInline
    func find() -> Value {
        if let value = knownBesideOverrides() { return value._withUnsafeGuaranteedRef { $0.value } }
        let current = DependencyValues.current
        var values = carried.map { current.over($0) } ?? current
        if let key, values.overrides.contains(key) { return read(values) }
        if let root = values.root, let property, let box = root.kept(property), !values.overrides.contains(box.keyID) {
            note(box, root)
            return box.value
        }
        let reading = DependencyReading(place: place)
        values.reading = reading
        let value = read(values)
        note(value, reading, values.root)
        return value
    }

    /// What is known of the core's root, in a scope that overrides other things; nil where there is no such.
    // Not the value itself: an optional one would cost four hundred instructions, to find out which type that is.
    private func knownBesideOverrides() -> Unmanaged<ValueBox<Value>>? {
        guard root != 0, carried == nil, let key, let scope = BoundScope.current, scope.values.root == nil,
            !scope.values.overrides.contains(key), withCurrentRoot({ $0.number }) == root
        else { return nil }
        return value
    }

    /// Notes a value that a root will have again.
    ///
    /// It is noted where it is the value of the one key that was asked for, or made of that by a property of the same
    /// type that can be set, too. All else may be something that is another thing each time, as `\.date.now` is.
    private func note(_ value: Value, _ reading: DependencyReading, _ root: DependencyRoot?) {
        guard let only = reading.only as? ValueBox<Value>,
            property == nil || property is WritableKeyPath<DependencyValues, Value>
        else { return }
        key = only.keyID
        guard let root, !reading.isOverridden, !reading.isMissingTestValue else { return }
        note(property.map { root.keep(ValueBox(value, key: only.key), of: $0) } ?? only, root)
    }

    private func note(_ box: ValueBox<Value>, _ root: DependencyRoot) {
        key = box.keyID
        guard carried == nil else { return }
        value = Unmanaged.passUnretained(box)
        self.root = root.number
    }
}
