import AditJSON
import AditState

extension App {
    /// Warnings about gateways that the host serves and the app does not list.
    ///
    /// - Parameter served: the gateways that the host serves.
    func unknownGateways(among served: Set<String>) -> [String] {
        let listed = gateways.map(\.name)
        let known = Set(listed.map(ByteString.init(_:)))
        return served.filter { !known.contains(ByteString($0)) }.sorted().map { name in
            """
            the host serves the gateway "\(name)", which the app does not list and so never asks; \
            \(listed.isEmpty ? "it lists none" : ErrorSentences.choice(name, listed))
            """
        }
    }

    /// Warnings about migrations that are unused, duplicate or missing.
    var migrationMistakes: [String] {
        let sources = migrations.map(\.from)
        let counted = Dictionary(sources.map { ($0, 1) }, uniquingKeysWith: +)
        let versions = counted.keys.sorted()
        var mistakes = versions.filter { $0 < 1 || $0 >= schemaVersion }.map { version in
            """
            the migration from version \(version) is never used: schemaVersion is \(schemaVersion), and versions begin at 1. \
            Set schemaVersion to what the state is now, or leave the migration out
            """
        }
        mistakes += versions.filter { counted[$0] ?? 0 > 1 }.map { version in
            "\(counted[version] ?? 0) migrations are listed from version \(version), of which the first is used; leave out the others"
        }
        guard let first = versions.first(where: { 1..<max(schemaVersion, 1) ~= $0 }) else { return mistakes }
        mistakes += (first..<schemaVersion).lazy.filter { counted[$0] == nil }.prefix(10).map { version in
            """
            a migration from version \(version) is missing: a store of version \(first) cannot be opened. Add it, or leave out \
            those from earlier versions
            """
        }
        return mistakes
    }
}
