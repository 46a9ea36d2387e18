/// The words of a type's name in the catalog: `Message._Todo.Request@toCore`, `Pair.Swift.Int..Swift.String.`.
struct NameParts {
    /// The name with the outermost type.
    let full: String
    /// The name without it.
    let short: String
    /// Whether there is no outermost type to leave out.
    let isShort: Bool

    /// Modules whose names say nothing.
    private static let modules: Set<String> = ["Swift", "Adit", "AditJSON", "AditTable", "AditState"]

    /// The names of a catalog's types, in their order. A direction is part of a name only where a type has both.
    static func all(_ keys: [String]) -> [NameParts] {
        let counts = Dictionary(keys.map { (base(of: $0), 1) }, uniquingKeysWith: +)
        return keys.map { NameParts($0, hasBothDirections: counts[base(of: $0)] != 1) }
    }

    private static func base(of key: String) -> String { String(key.prefix { $0 != "@" }) }

    private init(_ key: String, hasBothDirections: Bool) {
        let base = NameParts.base(of: key)
        let behind = key.dropFirst(base.count + 1)
        let direction = hasBothDirections && !behind.isEmpty ? Words.pascal(String(behind)) : ""
        var parts = base.split(separator: ".").map(String.init).filter { !NameParts.modules.contains($0) }
        if parts.isEmpty { parts = [base] }
        // The arguments of a generic type are behind it, each with its module.
        isShort = parts.count == 1 || base.contains(".Swift.") || base.contains("..")
        full = NameParts.pascal(parts) + direction
        short = isShort ? full : NameParts.pascal(parts.dropFirst()) + direction
    }

    /// The words of all parts. Those of `Adit` are for the types of the protocol.
    private static func pascal(_ parts: some Sequence<String>) -> String {
        let name = parts.map(Words.pascal).joined()
        return name.hasPrefix("Adit") ? "App" + name : name
    }
}
