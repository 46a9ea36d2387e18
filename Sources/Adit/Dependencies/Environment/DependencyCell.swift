/// The storage of a ``Dependency``: its key, the captured overrides, and a cached value.
@usableFromInline
final class DependencyCell<Value> {
    /// The number of the root that ``value`` belongs to; 0 if none.
    // Accesses last for one statement each.
    @exclusivity(unchecked) @usableFromInline private(set) var root: UInt64 = 0
    /// The root's value. The root retains it and the cell does not, so that a value that references the object with
    /// this property forms no cycle. Valid only while the root is known to exist.
    @exclusivity(unchecked) @usableFromInline private(set) var value: Unmanaged<ValueBox<Value>>?
    /// The overrides captured where it was made; nil if none.
    let carried: DependencyValues?
    /// The only key that it reads, once known.
    @exclusivity(unchecked) private var key: ObjectIdentifier?
    private let read: (DependencyValues) -> Value
    /// The property of ``DependencyValues`` that it reads; nil if it reads a key.
    private let property: KeyPath<DependencyValues, Value>?
    private let place: SourcePlace

    /// A cell that reads a property.
    init(_ property: KeyPath<DependencyValues, Value>, _ place: SourcePlace) {
        read = { $0[keyPath: property] }
        self.property = property
        self.place = place
        carried = DependencyCell.carriedFromHere
    }

    /// A cell that reads a key.
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

    /// Finds the value, and caches it if the next read will find the same.
    @usableFromInline
    func find() -> Value {
        if let value = knownBesideOverrides() { return value._withUnsafeGuaranteedRef { $0.value } }
        let current = DependencyValues.current
        var values = carried.map { current.over($0) } ?? current
        if let key, values.overrides.contains(key) { return read(values) }
        if let root = values.root, let property, let box = root.stored(property), !values.overrides.contains(box.keyID)
        {
            record(box, root)
            return box.value
        }
        let reading = DependencyReading(place: place)
        values.reading = reading
        let value = read(values)
        record(value, reading, values.root)
        return value
    }

    /// Returns the value of the core's root, in a scope that overrides other keys; otherwise nil.
    /// Not the value itself: an optional of it would cost four hundred instructions, to find its type.
    private func knownBesideOverrides() -> Unmanaged<ValueBox<Value>>? {
        guard root != 0, carried == nil, let key, let scope = BoundScope.current, scope.values.root == nil,
            !scope.values.overrides.contains(key), withCurrentRoot({ $0.number }) == root
        else { return nil }
        return value
    }

    /// Caches a value that the root will return again.
    ///
    /// A value is cached if it is that of the only key requested, or derived from it by a settable property of the
    /// same type. Any other may differ on each read, as `\.date.now` does.
    private func record(_ value: Value, _ reading: DependencyReading, _ root: DependencyRoot?) {
        guard let only = reading.only as? ValueBox<Value>,
            property == nil || property is WritableKeyPath<DependencyValues, Value>
        else { return }
        key = only.keyID
        guard let root, !reading.isOverridden, !reading.isMissingTestValue else { return }
        record(property.map { root.store(ValueBox(value, key: only.key), of: $0) } ?? only, root)
    }

    private func record(_ box: ValueBox<Value>, _ root: DependencyRoot) {
        key = box.keyID
        guard carried == nil else { return }
        value = Unmanaged.passUnretained(box)
        self.root = root.number
    }
}
