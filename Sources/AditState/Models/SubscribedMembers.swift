/// The members of a struct with subscriptions to them or their parts; other members are not inspected.
@usableFromInline
final class SubscribedMembers {
    @usableFromInline let all: [Member]

    @usableFromInline
    struct Member {
        /// The index of the struct's member.
        @usableFromInline let number: Int
        @usableFromInline let part: SubscriptionFilter
    }

    /// - Parameter keys: the keys of the struct's members, in order.
    @usableFromInline
    init(_ followed: SubscriptionTree, _ keys: [String]) {
        all = keys.enumerated().compactMap { number, key in
            followed[key].map { Member(number: number, part: SubscriptionFilter($0)) }
        }
    }
}
