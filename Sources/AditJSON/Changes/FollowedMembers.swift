/// Which members of a struct are followed, or have parts that are: so that nobody looks at the others.
@usableFromInline
final class FollowedMembers {
    @usableFromInline let all: [Member]

    @usableFromInline
    struct Member {
        /// Which of the struct's members it is.
        @usableFromInline let number: Int
        @usableFromInline let part: FollowedGlance
    }

    /// - Parameter keys: those of the struct's members, in their order.
    @usableFromInline
    init(_ followed: FollowedPart, _ keys: [String]) {
        all = keys.enumerated().compactMap { number, key in
            followed[key].map { Member(number: number, part: FollowedGlance($0)) }
        }
    }
}
