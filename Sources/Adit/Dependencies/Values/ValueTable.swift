import AditState

/// A table of values by key. It has few entries: a linear search is faster than a hash.
struct ValueTable: Sendable {
    private var entries: [Entry] = []

    private struct Entry {
        let key: ObjectIdentifier
        var box: AnyValueBox
    }

    var isEmpty: Bool { entries.isEmpty }

    /// The values, sorted by the names of their keys.
    var sortedByName: [AnyValueBox] { entries.map(\.box).sorted { $0.key.dependencyName < $1.key.dependencyName } }

    func contains(_ key: ObjectIdentifier) -> Bool { index(of: key) != nil }

    subscript<K: TestDependencyKey>(key: K.Type) -> ValueBox<K.Value>? {
        // `set` stores only boxes of the key's value type, and nothing else writes entries.
        index(of: ObjectIdentifier(key)).map { unsafeDowncast(entries[$0].box, to: ValueBox<K.Value>.self) }
    }

    mutating func set<K: TestDependencyKey>(_ key: K.Type, _ box: ValueBox<K.Value>) {
        put(Entry(key: ObjectIdentifier(key), box: box))
    }

    /// Returns the values of both; this table's take precedence.
    func merged(over other: ValueTable) -> ValueTable {
        if entries.isEmpty { return other }
        if other.entries.isEmpty { return self }
        var both = other
        for entry in entries { both.put(entry) }
        return both
    }

    private mutating func put(_ entry: Entry) {
        if let index = index(of: entry.key) { entries[index].box = entry.box } else { entries.append(entry) }
    }

    private func index(of key: ObjectIdentifier) -> Int? { entries.firstIndex { $0.key == key } }
}

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
