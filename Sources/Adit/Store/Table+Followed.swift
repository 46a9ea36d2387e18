import AditJSON

extension Table where ID: LosslessStringConvertible & WireCodable, Element: WireCodable {
    /// Whether one of the followed elements was touched; true where it takes more than a glance to know.
    ///
    /// - Complexity: that of the changes.
    // A subscription to an element is to cost nothing when others change (`benchmarks/run`): in most messages one element has
    // changed or come, and one is followed, which is two ids to compare.
    @inlinable
    @inline(__always)
    public mutating func mayConcern(_ followed: SubscriptionFilter, since original: inout Table) -> Bool {
        let elements = SubscribedElements<ID>.of(followed)
        if original.storage.kept == 0, original.storage.appended == 0, descends(from: original),
            let only = elements._withUnsafeGuaranteedRef({ $0.only })
        {
            switch (storage.notes.count, storage.appended) {
            case (1, 0) where storage.former.count == 1: return storage.former[0].id == only
            case (0, 1) where order.isEmpty: return chunks[size - 1].id == only
            default: break
            }
        }
        return hasChanged(elements, since: original)
    }

    @inlinable
    @inline(never)
    func hasChanged(_ elements: Unmanaged<SubscribedElements<ID>>, since original: Table) -> Bool {
        guard elements._withUnsafeGuaranteedRef({ $0.areAll }), original.storage.kept == 0,
            original.storage.appended == 0, descends(from: original)
        else { return mayHaveChanged(since: original) }
        return elements._withUnsafeGuaranteedRef { elements in
            // By index: a loop over the elements would take a copy of each.
            for index in storage.former.indices where elements[storage.former[index].id] != nil { return true }
            for index in storage.ids.indices where elements[storage.ids[index]] != nil { return true }
            for position in size - storage.appended..<size
            where elements[chunks[place(ofPosition: position)].id] != nil {
                return true
            }
            return false
        }
    }
}

/// Which elements of a table are followed, by their ids: so that the others need no text to be passed over where these are few.
@usableFromInline
final class SubscribedElements<ID: Hashable & LosslessStringConvertible> {
    /// What of the table is followed of its elements; nil: nothing.
    @usableFromInline let entities: SubscriptionTree?
    /// The followed ones, where they are not very many: to hash an id is quicker than to write it.
    @usableFromInline let parts: [ID: SubscriptionTree]
    /// The same as a list where they are few: to look there is quicker than to hash an id.
    @usableFromInline let few: [(id: ID, part: SubscriptionTree)]
    /// Whether there are more, or one whose id is too long to be compared as a String: they are looked up by their texts.
    @usableFromInline let areMany: Bool
    /// Whether they are all of the table that is followed.
    @usableFromInline let areAll: Bool
    /// The one that is all of the table that is followed; nil where there is more.
    @usableFromInline let only: ID?

    /// - Complexity: O(1) in the number of followed elements beyond 1 024, as this is made anew whenever another one is followed.
    @usableFromInline
    init(_ table: SubscriptionTree) {
        let entities = table["entities"]
        self.entities = entities
        let texts = entities?.parts ?? [:]
        let areMany = texts.count > 1024 || texts.keys.contains { $0.string.utf8.count > 64 }
        var parts: [ID: SubscriptionTree] = [:]
        if !areMany {
            for (key, part) in texts {
                // An id has one spelling.
                if let id = ID(key.string), id.description.isSpelled(as: key.string) { parts[id] = part }
            }
        }
        self.parts = parts
        self.areMany = areMany
        few = parts.count <= 4 ? parts.map { ($0.key, $0.value) } : []
        areAll = table.parts.count == 1 && entities.map { !$0.isFollowed } ?? false
        only = areAll && parts.count == 1 ? parts.keys.first : nil
    }

    @inlinable
    subscript(id: ID) -> SubscriptionTree? {
        if areMany { return entities?[id.description] }
        if few.isEmpty { return parts[id] }
        for index in few.indices where few[index].id == id { return few[index].part }
        return nil
    }

    /// Those of a table, which has them: they are good until somebody follows others.
    @inlinable
    @inline(__always)
    static func of(_ table: SubscriptionFilter) -> Unmanaged<SubscribedElements> {
        table.elements(ID.self) { SubscribedElements($0) }
    }
}
