/// A followed part, as those see it who want to know at a glance whether a batch concerns somebody: nothing is retained and
/// nothing is cast to look there (`benchmarks/run`). It is good until somebody subscribes or unsubscribes.
public struct SubscriptionFilter {
    @usableFromInline let part: Unmanaged<SubscriptionTree>

    @inlinable
    package init(_ part: SubscriptionTree) { self.part = .passUnretained(part) }

    /// Whether somebody follows just this part.
    @inlinable
    package var isFollowed: Bool { part._withUnsafeGuaranteedRef { $0.isFollowed } }

    /// What `make` has made of a table's elements that are followed. The part has it, not the caller.
    ///
    /// - Parameter type: that of the table's ids. What is made depends on no other type.
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

    /// Whether one of a struct's members is concerned, for generated code: of those that are followed, or have parts that are.
    ///
    /// - Parameters:
    ///   - keys: those of the struct's members, in their order.
    ///   - isConcerned: is given a member's number, and what is followed of it.
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
