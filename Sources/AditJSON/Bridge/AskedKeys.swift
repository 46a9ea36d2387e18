/// The keys that a type has asked for. Swift takes strings for equal whose bytes are not; here the bytes count.
struct AskedKeys {
    private var first: String?
    private var later: [String] = []
    // Beside the list once it is long, so that a dictionary of many keys is not searched for each of them.
    private var index: Set<Name> = []

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
        if later.count == AskedKeys.short { index = Set(names.map(Name.init)) }
        if later.count > AskedKeys.short { index.insert(Name(name)) }
        return true
    }

    func contains(_ name: String) -> Bool {
        guard let first else { return false }
        if later.count >= AskedKeys.short { return index.contains(Name(name)) }
        return Name(first) == Name(name) || later.contains { Name($0) == Name(name) }
    }

    private struct Name: Hashable {
        let text: String

        init(_ text: String) { self.text = text }

        static func == (left: Name, right: Name) -> Bool {
            left.text == right.text && left.text.utf8.elementsEqual(right.text.utf8)
        }

        func hash(into hasher: inout Hasher) { hasher.combine(text) }
    }
}
