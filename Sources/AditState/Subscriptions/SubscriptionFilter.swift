/// A quick test whether a batch may affect the subscriptions to a part: it retains and casts nothing
/// (`benchmarks/run`). Valid until a subscription is added or removed.
@_documentation(visibility: private)
public struct SubscriptionFilter {
    @usableFromInline let part: Unmanaged<SubscriptionTree>

    @inlinable
    package init(_ part: SubscriptionTree) { self.part = .passUnretained(part) }

    /// Whether just this part has subscribers.
    @inlinable
    package var isFollowed: Bool { part._withUnsafeGuaranteedRef { $0.isFollowed } }

    /// Returns the object that `make` creates for a table's subscribed elements. The part owns it, not the caller.
    ///
    /// - Parameter type: the type of the table's ids. The object depends on no other type.
    @inlinable
    @inline(__always)
    package func elements<ID, Elements: AnyObject>(
        _ type: ID.Type, _ make: (SubscriptionTree) -> Elements
    ) -> Unmanaged<Elements> {
        if let kept = part._withUnsafeGuaranteedRef({ $0.elements }), kept.type == ObjectIdentifier(type) {
            return .fromOpaque(kept.object)
        }
        return makeElements(ObjectIdentifier(type), make)
    }

    @inlinable
    @inline(__always)
    func members<Model>(_ type: Model.Type, _ keys: () -> [String]) -> Unmanaged<SubscribedMembers> {
        if let kept = part._withUnsafeGuaranteedRef({ $0.members }), kept.type == ObjectIdentifier(type) {
            return .fromOpaque(kept.object)
        }
        return makeMembers(ObjectIdentifier(type), keys())
    }

    @inlinable
    @inline(never)
    func makeElements<Elements: AnyObject>(
        _ type: ObjectIdentifier, _ make: (SubscriptionTree) -> Elements
    ) -> Unmanaged<Elements> {
        part._withUnsafeGuaranteedRef { part in
            let elements = make(part)
            part.elements = SubscriptionTree.Meaning(elements, for: type)
            return .passUnretained(elements)
        }
    }

    @usableFromInline
    @inline(never)
    func makeMembers(_ type: ObjectIdentifier, _ keys: [String]) -> Unmanaged<SubscribedMembers> {
        part._withUnsafeGuaranteedRef { part in
            let members = SubscribedMembers(part, keys)
            part.members = SubscriptionTree.Meaning(members, for: type)
            return .passUnretained(members)
        }
    }

    /// Returns whether a member of a struct with subscriptions to it or its parts is affected, for generated code.
    ///
    /// - Parameters:
    ///   - keys: the keys of the struct's members, in order.
    ///   - isConcerned: receives a member's index, and the subscriptions to it.
    @_documentation(visibility: private)
    @inlinable
    @inline(__always)
    public func _anyMember<Model>(
        _ keys: @autoclosure () -> [String], _ original: inout Model, _ value: inout Model,
        _ isConcerned: (Int, SubscriptionFilter, inout Model, inout Model) -> Bool
    ) -> Bool {
        let members = members(Model.self, keys)
        for index in 0..<members._withUnsafeGuaranteedRef({ $0.all.count }) {
            let member = members._withUnsafeGuaranteedRef { $0.all[index] }
            if isConcerned(member.number, member.part, &original, &value) { return true }
        }
        return false
    }
}
