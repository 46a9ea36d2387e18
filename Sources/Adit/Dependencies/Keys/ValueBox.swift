import AditState

/// A type-erased value of a dependency.
@usableFromInline
class AnyValueBox: @unchecked Sendable {  // Immutable, and the values of keys are Sendable.
    /// The key of the value.
    final let key: any TestDependencyKey.Type

    /// The key's identity, for comparisons.
    final var keyID: ObjectIdentifier { ObjectIdentifier(key) }

    init(key: any TestDependencyKey.Type) { self.key = key }

    // Only instances of subclasses exist.
    var anyValue: Any { fatalError("a value has a type") }
}

/// A value of a dependency.
@usableFromInline
final class ValueBox<Value>: AnyValueBox, @unchecked Sendable {  // Immutable, and the values of keys are Sendable.
    @usableFromInline let value: Value

    init(_ value: Value, key: any TestDependencyKey.Type) {
        self.value = value
        super.init(key: key)
    }

    override var anyValue: Any { value }
}
