// SPDX-License-Identifier: Apache-2.0

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

    /// - Parameter keys: all names. A direction is part of a name only where a type has both.
    init(_ key: String, among keys: [String]) {
        let halves = key.split(separator: "@", maxSplits: 1)
        let base = String(halves[0])
        var direction = halves.count > 1 ? Words.pascal(String(halves[1])) : ""
        if halves.count > 1, keys.filter({ $0 == base || $0.hasPrefix(base + "@") }).count == 1 { direction = "" }
        var parts = base.split(separator: ".").map(String.init).filter { !NameParts.modules.contains($0) }
        if parts.isEmpty { parts = [base] }
        // The arguments of a generic type are behind it, each with its module.
        isShort = parts.count == 1 || base.contains(".Swift.") || base.contains("..")
        full = parts.map(Words.pascal).joined() + direction
        short = isShort ? full : parts.dropFirst().map(Words.pascal).joined() + direction
    }
}
