/// Which members of a struct are followed, or have parts that are: so that nobody looks at the others.
@usableFromInline
final class SubscribedMembers {
    @usableFromInline let all: [Member]

    @usableFromInline
    struct Member {
        /// Which of the struct's members it is.
        @usableFromInline let number: Int
        @usableFromInline let part: SubscriptionFilter
    }

    /// - Parameter keys: those of the struct's members, in their order.
    @usableFromInline
    init(_ followed: SubscriptionTree, _ keys: [String]) {
        all = keys.enumerated().compactMap { number, key in
            followed[key].map { Member(number: number, part: SubscriptionFilter($0)) }
        }
    }
}
