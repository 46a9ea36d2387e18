import AditJSON

/// A set of the keys that a type has requested. Keys are compared by bytes; Swift's strings compare by equivalence.
struct RequestedKeys {
    private var first: String?
    private var later: [String] = []
    // Supplements a long list, so that a dictionary of many keys is not searched linearly for each.
    private var index: Set<ByteString> = []

    private static let short = 16

    /// The keys in the order of the requests.
    var names: [String] { (first.map { [$0] } ?? []) + later }

    var isEmpty: Bool { first == nil }

    /// Adds a key.
    ///
    /// - Returns: false if it is already present.
    mutating func insert(_ name: String) -> Bool {
        guard !contains(name) else { return false }
        guard first != nil else {
            // An enum requests one key.
            first = name
            return true
        }
        if later.isEmpty { later.reserveCapacity(8) }
        later.append(name)
        if later.count == RequestedKeys.short { index = Set(names.map(ByteString.init(_:))) }
        if later.count > RequestedKeys.short { index.insert(ByteString(name)) }
        return true
    }

    func contains(_ name: String) -> Bool {
        guard let first else { return false }
        if later.count >= RequestedKeys.short { return index.contains(ByteString(name)) }
        return first.isSpelled(as: name) || later.contains { $0.isSpelled(as: name) }
    }
}
