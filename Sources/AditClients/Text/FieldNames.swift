// SPDX-License-Identifier: Apache-2.0

/// The names of members in a language: each once, and none that is a keyword there.
struct FieldNames: Sendable {
    private let spelling: @Sendable (String) -> String
    private let keywords: Set<String>
    private let escape: @Sendable (String) -> String

    /// - Parameters:
    ///   - keywords: what a member cannot be named.
    ///   - escape: what it is named instead.
    init(
        keywords: String, spelling: @escaping @Sendable (String) -> String,
        escape: @escaping @Sendable (String) -> String = { $0 + "_" }
    ) {
        self.keywords = Set(keywords.split(separator: " ").map(String.init))
        (self.spelling, self.escape) = (spelling, escape)
    }

    /// The names of keys, in their order.
    func names(_ keys: [String]) -> [String] {
        var taken: Set<String> = []
        return keys.map { key in
            var name = self.name(key)
            while !taken.insert(name).inserted { name += "_" }
            return name
        }
    }

    func name(_ key: String) -> String {
        let name = spelling(key)
        return keywords.contains(name) ? escape(name) : name
    }
}
