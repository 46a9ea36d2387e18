/// A value of a dependency, where nobody knows its type.
@usableFromInline
class AnyValueBox: @unchecked Sendable {  // Never changes, and the values of keys are Sendable.
    /// The key that it is the value of.
    final let key: any TestDependencyKey.Type

    /// The key, to be compared.
    final var keyID: ObjectIdentifier { ObjectIdentifier(key) }

    init(key: any TestDependencyKey.Type) { self.key = key }

    // Only boxes of a type are ever made.
    var anyValue: Any { preconditionFailure("a value has a type") }
}

/// A value of a dependency.
@usableFromInline
final class ValueBox<Value>: AnyValueBox, @unchecked Sendable {  // Never changes, and the values of keys are Sendable.
    @usableFromInline let value: Value

    init(_ value: Value, key: any TestDependencyKey.Type) {
        self.value = value
        super.init(key: key)
    }

    override var anyValue: Any { value }
}
