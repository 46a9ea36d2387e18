/// The values of all dependencies at one place: the overrides there, and below them the values of the core or of the
/// context.
///
/// A dependency is a property of this type; see ``DependencyKey``. Code reads it by ``Dependency``, and overrides it
/// for a part of the program by ``withDependencies(_:operation:)`` or ``Feature/dependency(_:_:)``. Any thread.
public struct DependencyValues: Sendable {
    var overrides = ValueTable()
    /// The provider of all other values; nil outside of cores and scopes, where keys are asked on each read.
    var root: DependencyRoot?
    /// The current read, for failures and to record the keys it reads.
    var reading: DependencyReading?
    /// Whether an update is running. It may read a value to set a part of it, which does not count as a use.
    var isBeingSet = false

    init(root: DependencyRoot? = nil) { self.root = root }

    /// The value of a key.
    public subscript<K: DependencyKey>(key: K.Type) -> K.Value {
        get { value(of: key) }
        set { overrides.set(key, ValueBox(newValue, key: key)) }
    }

    /// The value of a key that may have no live value. If it has none, a live context returns the test value.
    @_disfavoredOverload
    public subscript<K: TestDependencyKey>(key: K.Type) -> K.Value {
        get { value(of: key) }
        set { overrides.set(key, ValueBox(newValue, key: key)) }
    }

    /// The context of the values. Setting it remakes all values that are neither overridden nor provided by a core.
    public var context: DependencyContext {
        get { root?.context ?? .ofProcess }
        set {
            if let root, root.context == newValue { return }
            root = root?.inContext(newValue) ?? DependencyRoot(context: newValue, isOfScope: true)
        }
    }

    private func value<K: TestDependencyKey>(of key: K.Type) -> K.Value {
        if let box = overrides[key] {
            reading?.record(box, isOverride: true)
            return box.value
        }
        if let standIn = reading?.standIn as? StandIn<K.Value> { return standIn.value }
        let reader = isBeingSet ? .silent : reading
        guard let root else {
            let (value, _) = makeValue(of: key, in: .ofProcess, for: reader)
            return value
        }
        let box = root.box(of: key, for: reader)
        reading?.record(box, isOverride: false)
        return box.value
    }

    /// Sets a property, or a part of one, without making the value that it replaces.
    mutating func replace<V: Sendable>(_ property: WritableKeyPath<DependencyValues, V>, by value: V) {
        let before = reading
        let setting = before ?? DependencyReading(place: nil)
        setting.standIn = StandIn(value)
        reading = setting
        self[keyPath: property] = value
        reading = before
        setting.standIn = nil
    }
}
