/// The names of members in a language: each once, and none that means something there.
struct FieldNames: Sendable {
    private let spelling: @Sendable (String) -> String
    private let keywords: Set<String>
    private let reserved: Set<String>
    private let escape: @Sendable (String) -> String

    /// - Parameters:
    ///   - keywords: what a member cannot be named as it stands.
    ///   - reserved: what it cannot be named at all, since it means something where members are declared.
    ///   - escape: what it is named instead of a keyword.
    init(
        keywords: String, reserved: String = "", spelling: @escaping @Sendable (String) -> String,
        escape: @escaping @Sendable (String) -> String = { $0 + "_" }
    ) {
        self.keywords = Set(keywords.split(separator: " ").map(String.init))
        self.reserved = Set(reserved.split(separator: " ").map(String.init))
        (self.spelling, self.escape) = (spelling, escape)
    }

    func isKeyword(_ name: String) -> Bool { keywords.contains(name) }

    /// The name of one of some keys.
    func name(of key: String, among keys: [String]) -> String { zip(keys, names(keys)).first { $0.0 == key }?.1 ?? "" }

    /// The names of keys, in their order.
    ///
    /// - Parameter taken: the names of members that stand beside them.
    func names(_ keys: [String], beside taken: [String] = []) -> [String] {
        var names = UniqueNames(taken)
        return keys.map { key in
            let name = spelling(key)
            let first = keywords.contains(name) ? escape(name) : reserved.contains(name) ? name + "_" : name
            return names.claim([first, name + "_"], numbered: name)
        }
    }
}
