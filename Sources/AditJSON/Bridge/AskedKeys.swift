/// The keys that a type has asked for. Swift takes strings for equal whose bytes are not; here the bytes count.
struct AskedKeys {
    private var first: String?
    private var later: [String] = []
    // Beside the list once it is long, so that a dictionary of many keys is not searched for each of them.
    private var index: Set<ByteString> = []

    private static let short = 16

    /// The keys, in the order in which they were asked for.
    var names: [String] { (first.map { [$0] } ?? []) + later }

    var isEmpty: Bool { first == nil }

    /// Adds a key.
    ///
    /// - Returns: false where it was there.
    mutating func insert(_ name: String) -> Bool {
        guard !contains(name) else { return false }
        guard first != nil else {
            // An enum asks for one.
            first = name
            return true
        }
        if later.isEmpty { later.reserveCapacity(8) }
        later.append(name)
        if later.count == AskedKeys.short { index = Set(names.map(ByteString.init(_:))) }
        if later.count > AskedKeys.short { index.insert(ByteString(name)) }
        return true
    }

    func contains(_ name: String) -> Bool {
        guard let first else { return false }
        if later.count >= AskedKeys.short { return index.contains(ByteString(name)) }
        return first.isSpelled(as: name) || later.contains { $0.isSpelled(as: name) }
    }
}
