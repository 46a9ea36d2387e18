import AditJSON

extension Table where ID: LosslessStringConvertible & WireCodable, Element: WireCodable {
    /// Whether a change may affect a followed element. Returns true if that takes longer to find out.
    ///
    /// - Complexity: O(changes).
    /// A subscription to one element must cost nothing when others change (`benchmarks/run`). Most messages change or
    /// add one element, and one is followed: that takes a comparison of two ids.
    @inlinable
    @inline(__always)
    public static func mayConcern(_ followed: SubscriptionFilter, _ table: inout Table, since original: inout Table)
        -> Bool
    {
        let elements = SubscribedElements<ID>.of(followed)
        if let only = elements._withUnsafeGuaranteedRef({ $0.only }),
            let isTouched = table.touchesOnly(only, since: original)
        {
            return isTouched
        }
        return table.hasChanged(elements, since: original)
    }

    @inlinable
    @inline(never)
    func hasChanged(_ elements: Unmanaged<SubscribedElements<ID>>, since original: Table) -> Bool {
        elements._withUnsafeGuaranteedRef { elements in
            guard elements.areAll, let isTouched = touchesAny(since: original, where: { elements[$0] != nil }) else {
                return Table.mayHaveChanged(self, since: original)
            }
            return isTouched
        }
    }
}

/// The followed elements of a table, by id, so that elements without a subscription need no text of their ids if few
/// are followed.
@usableFromInline
final class SubscribedElements<ID: Hashable & LosslessStringConvertible> {
    /// The subscriptions to elements; nil if none.
    @usableFromInline let entities: SubscriptionTree?
    /// The followed elements, if there are up to 1 024: hashing an id is faster than writing it.
    @usableFromInline let parts: [ID: SubscriptionTree]
    /// The same as a list of up to four: comparing ids is faster than hashing one.
    @usableFromInline let few: [(id: ID, part: SubscriptionTree)]
    /// Whether there are more, or an id is too long to be compared as a String: elements are looked up by the text of
    /// their id then.
    @usableFromInline let areMany: Bool
    /// Whether the table has no other subscriptions.
    @usableFromInline let areAll: Bool
    /// The only followed element, if the table has no other subscriptions; otherwise nil.
    @usableFromInline let only: ID?

    /// - Complexity: O(1) in the number of followed elements beyond 1 024, as each new subscription rebuilds it.
    @usableFromInline
    init(_ table: SubscriptionTree) {
        let entities = table["entities"]
        self.entities = entities
        let texts = entities?.parts ?? [:]
        let areMany = texts.count > 1024 || texts.keys.contains { $0.string.utf8.count > 64 }
        var parts: [ID: SubscriptionTree] = [:]
        if !areMany {
            for (key, part) in texts {
                // Each id has one valid spelling.
                if let id = ID(key.string), id.description.isSpelled(as: key.string) { parts[id] = part }
            }
        }
        self.parts = parts
        self.areMany = areMany
        few = parts.count <= 4 ? parts.map { ($0.key, $0.value) } : []
        areAll = table.parts.count == 1 && entities.map { !$0.isFollowed } ?? false
        only = areAll && parts.count == 1 ? parts.keys.first : nil
    }

    /// The subscriptions to an element, in any spelling of its id; nil without any.
    @inlinable
    subscript(id: ID) -> SubscriptionTree? {
        if areMany { return entities?[id.description] }
        if few.isEmpty { return parts[id] }
        for index in few.indices where few[index].id == id { return few[index].part }
        return nil
    }

    /// Returns the subscriptions to an element whose id is spelled as theirs; nil without any.
    @inlinable
    func part(spelledAs id: ID) -> SubscriptionTree? {
        SubscribedElements.haveOneSpelling && !areMany ? self[id] : entities?[id.description]
    }

    /// Whether equal ids have the same text. Those of other types may have several.
    @inlinable
    static var haveOneSpelling: Bool { ID.self == UUID.self || ID.self == Int.self || ID.self == ByteString.self }

    /// Returns the followed elements of a table, which retains them; valid until the next subscription.
    @inlinable
    @inline(__always)
    static func of(_ table: SubscriptionFilter) -> Unmanaged<SubscribedElements> {
        table.elements(ID.self) { SubscribedElements($0) }
    }
}
