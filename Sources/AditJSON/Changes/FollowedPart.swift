/// A part of a state that is followed, or that has parts that are: a tree, with a key of their pointers a level.
public final class FollowedPart {
    // Accesses last for one statement each.
    @exclusivity(unchecked) package private(set) var followers: [Follower] = []
    @exclusivity(unchecked) package private(set) var parts: [String: FollowedPart] = [:]
    /// The parts as a list where they are few: to look there is quicker than to hash a key.
    @exclusivity(unchecked) private var few: [(key: String, part: FollowedPart)] = []
    @exclusivity(unchecked) private var keptMeanings: AnyObject?

    package init() {}

    /// What the parts mean to the value that is here: kept for it until somebody follows others of its parts.
    // Not inlinable: elsewhere each access would be checked.
    @usableFromInline package var meanings: AnyObject? {
        get { keptMeanings }
        set { keptMeanings = newValue }
    }

    /// The part of a key; nil where nobody follows it, or one in it.
    @usableFromInline package subscript(key: String) -> FollowedPart? {
        if few.isEmpty { return parts[key] }
        for index in few.indices where few[index].key == key { return few[index].part }
        return nil
    }

    private func set(_ part: FollowedPart?, for key: String) {
        parts[key] = part
        few = parts.count <= 8 ? parts.map { ($0.key, $0.value) } : []
    }

    package var isEmpty: Bool { followers.isEmpty && parts.isEmpty }

    /// Whether somebody follows just this part.
    @usableFromInline package var isFollowed: Bool { !followers.isEmpty }

    /// Whether somebody follows the part of a key, or one in it.
    package func isFollowed(_ key: String) -> Bool { parts[key] != nil }

    /// Adds a follower of the part that some keys lead to.
    package func add(_ follower: Follower, at keys: ArraySlice<String>) {
        meanings = nil
        guard let key = keys.first else { return followers.append(follower) }
        if let part = parts[key] { return part.add(follower, at: keys.dropFirst()) }
        let part = FollowedPart()
        part.add(follower, at: keys.dropFirst())
        set(part, for: key)
    }

    /// Takes a follower out.
    package func remove(_ follower: Follower, at keys: ArraySlice<String>) {
        meanings = nil
        guard let key = keys.first else { return followers.removeAll { $0 === follower } }
        guard let part = parts[key] else { return }
        part.remove(follower, at: keys.dropFirst())
        if part.isEmpty { set(nil, for: key) }
    }

    /// Calls `body` for all who follow a part of this one, but not for those who follow this one; in the order of the keys, as
    /// hosts are told of it in that order.
    func forEachFollowerBelow(_ body: (Follower) -> Void) {
        for (_, part) in parts.sorted(by: { $0.key < $1.key }) {
            part.followers.forEach(body)
            part.forEachFollowerBelow(body)
        }
    }
}
