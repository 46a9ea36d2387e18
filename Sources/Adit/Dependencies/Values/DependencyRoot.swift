import AditJSON
import Synchronization

/// Where values come from that nobody has overridden: a core has one, and each scope that changes the context.
///
/// It makes a value when the value is first read, once, keeps it, and lets go of all of them when it goes.
final class DependencyRoot: @unchecked Sendable {  // What changes does so under the lock.
    /// No other root of the process has it, and none is 0.
    let number: UInt64
    let context: DependencyContext
    /// Whether a scope has made it, and not a core. Then it goes where the scope's overrides go.
    let isOfScope: Bool
    /// What is drawn most, for whom no key is looked up. Nil in tests, unless the core brings it.
    let date: DateGenerator?
    let uuid: UUIDGenerator?

    private let brought: ValueTable
    private let lock = RecursiveLock()
    private var made = ValueTable()
    /// The keys of values that tests were given for want of a better one.
    private var undeclared: Set<ObjectIdentifier> = []
    /// Values that properties of ``DependencyValues`` make of a key's one value.
    private var kept: [AnyKeyPath: AnyValueBox] = [:]

    /// - Parameter brought: the values that the core brings itself.
    init(context: DependencyContext, isOfScope: Bool, brought: ValueTable = ValueTable()) {
        number = numbers.add(1, ordering: .relaxed).newValue
        self.context = context
        self.isOfScope = isOfScope
        self.brought = brought
        date = brought[DateKey.self]?.value ?? (context == .test ? nil : DateKey.liveValue)
        uuid = brought[UUIDKey.self]?.value ?? (context == .test ? nil : UUIDKey.liveValue)
    }

    /// A scope's root for another context. What a core brings stays: it is what drives the core.
    func inContext(_ context: DependencyContext) -> DependencyRoot {
        DependencyRoot(context: context, isOfScope: true, brought: brought)
    }

    /// The value of a key.
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

    /// What is kept of a property of ``DependencyValues``.
    func kept<Value>(_ property: KeyPath<DependencyValues, Value>) -> ValueBox<Value>? {
        lock.withLock { kept[property] as? ValueBox<Value> }
    }

    /// Keeps the value of a property; the first one, where there are several.
    func keep<Value>(_ value: ValueBox<Value>, of property: KeyPath<DependencyValues, Value>) -> ValueBox<Value> {
        lock.withLock {
            if let box = kept[property] as? ValueBox<Value> { return box }
            kept[property] = value
            return value
        }
    }
}

/// Numbers of roots. Nothing but the next one is known of them.
private let numbers = Atomic<UInt64>(0)

/// Asks a key for its value.
///
/// - Returns: the value, and false where it is a live one in a test, which has been told then.
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

/// The live value. A key whose live half is nowhere in the program has its test value only.
private func liveValue<K: TestDependencyKey>(of key: K.Type) -> K.Value {
    func live<Whole: DependencyKey>(_ key: Whole.Type) -> Any { key.liveValue }
    guard let whole = key as? any DependencyKey.Type, let value = live(whole) as? K.Value else { return key.testValue }
    return value
}
