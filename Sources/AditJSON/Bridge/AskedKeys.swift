/// The keys that a type has asked for. Swift takes strings for equal whose bytes are not; here the bytes count.
struct AskedKeys {
    private(set) var names: [String] = []
    // Beside the list once it is long, so that a dictionary of many keys is not searched for each of them.
    private var index: Set<Name> = []

    private static let short = 16

    /// Adds a key.
    ///
    /// - Returns: false where it was there.
    mutating func insert(_ name: String) -> Bool {
        guard !contains(name) else { return false }
        if names.isEmpty { names.reserveCapacity(8) }
        names.append(name)
        if names.count == AskedKeys.short { index = Set(names.map(Name.init)) }
        if names.count > AskedKeys.short { index.insert(Name(name)) }
        return true
    }

    func contains(_ name: String) -> Bool {
        guard names.count < AskedKeys.short else { return index.contains(Name(name)) }
        return names.contains { Name($0) == Name(name) }
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
