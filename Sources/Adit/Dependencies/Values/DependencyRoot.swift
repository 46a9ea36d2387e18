import AditJSON
import AditState
import Synchronization

/// The provider of values without an override: a core has one, as has each scope that changes the context.
///
/// It makes each value once, on its first read, and retains all values as long as it lives.
final class DependencyRoot: @unchecked Sendable {  // The lock guards all mutable state.
    /// A number that is unique in the process, and not 0.
    let number: UInt64
    let context: DependencyContext
    /// Whether a scope made it, and not a core. A scope's root is captured with the scope's overrides.
    let isOfScope: Bool
    /// The generators used most, without a look-up of keys. nil in tests, unless the core provides them.
    let date: DateGenerator?
    let uuid: UUIDGenerator?

    private let brought: ValueTable
    private let lock = RecursiveLock()
    // Accesses last for one statement each: what makes a value may ask for others.
    @exclusivity(unchecked) private var made = ValueTable()
    /// The keys whose live value was used in a test, as they have no test value.
    @exclusivity(unchecked) private var undeclared: Set<ObjectIdentifier> = []
    /// Values that properties of ``DependencyValues`` derive from a key's value.
    private var kept: [AnyKeyPath: AnyValueBox] = [:]

    /// - Parameter brought: the values that the core provides.
    init(context: DependencyContext, isOfScope: Bool, brought: ValueTable = ValueTable()) {
        number = numbers.add(1, ordering: .relaxed).newValue
        self.context = context
        self.isOfScope = isOfScope
        self.brought = brought
        date = brought[DateKey.self]?.value ?? (context == .test ? nil : DateKey.liveValue)
        uuid = brought[UUIDKey.self]?.value ?? (context == .test ? nil : UUIDKey.liveValue)
    }

    /// Returns a scope's root for another context. The core's own values stay: they drive the core.
    func inContext(_ context: DependencyContext) -> DependencyRoot {
        DependencyRoot(context: context, isOfScope: true, brought: brought)
    }

    /// Returns the value of a key.
    func box<K: TestDependencyKey>(of key: K.Type, for reading: DependencyReading?) -> ValueBox<K.Value> {
        if let box = brought[key] { return box }
        return lock.withLock {
            if let box = made[key] {
                if undeclared.contains(ObjectIdentifier(key)) { MissingTestValue.wasRead(of: key, by: reading) }
                return box
            }
            let (value, isDeclared) = makeValue(of: key, in: context, for: reading)
            let box = ValueBox(value, key: key)
            made.set(key, box)
            if !isDeclared { undeclared.insert(ObjectIdentifier(key)) }
            return box
        }
    }

    /// Returns the cached value of a property.
    func stored<Value>(_ property: KeyPath<DependencyValues, Value>) -> ValueBox<Value>? {
        lock.withLock { kept[property] as? ValueBox<Value> }
    }

    /// Caches the value of a property, and returns the first one cached.
    func store<Value>(_ value: ValueBox<Value>, of property: KeyPath<DependencyValues, Value>) -> ValueBox<Value> {
        lock.withLock {
            if let box = kept[property] as? ValueBox<Value> { return box }
            kept[property] = value
            return value
        }
    }
}

/// The counter of root numbers. Relaxed order suffices, as only their uniqueness matters.
private let numbers = Atomic<UInt64>(0)

/// Requests a key's value.
///
/// - Returns: the value, and false if it is a live one in a test, which has been reported.
func makeValue<K: TestDependencyKey>(
    of key: K.Type, in context: DependencyContext, for reading: DependencyReading?
) -> (value: K.Value, isDeclared: Bool) {
    switch context {
    case .live: return (liveValue(of: key), true)
    case .preview: return (key.previewValue, true)
    case .test:
        let watch = MissingTestValue(reading)
        let value = MissingTestValue.$watch.withValue(watch) { key.testValue }
        return (value, !watch.isMissing)
    }
}

/// Returns the live value, or the test value if the program contains no live half of the key.
private func liveValue<K: TestDependencyKey>(of key: K.Type) -> K.Value {
    func live<Whole: DependencyKey>(_ key: Whole.Type) -> Any { key.liveValue }
    guard let whole = key as? any DependencyKey.Type, let value = live(whole) as? K.Value else { return key.testValue }
    return value
}
