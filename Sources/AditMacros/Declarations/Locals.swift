import SwiftSyntax

/// Names of variables in generated code, distinct from the names in the user's default values.
struct Locals {
    private let prefix: String

    init(beside values: [WireValue]) {
        let mentioned = values.compactMap(\.defaultValue).reduce(into: Set()) { $0.formUnion($1.identifiers) }
        var prefix = ""
        while mentioned.contains(where: { name in Locals.names.contains { name.hasPrefix(prefix + $0) } }) {
            prefix += "_"
        }
        self.prefix = prefix
    }

    private static let names = ["read", "value", "member"]

    var reader: String { "\(prefix)reader" }
    /// The function that reads the values of a case.
    var read: String { "\(prefix)read" }
    /// The case of an enum, with its values.
    var member: String { "\(prefix)member" }
    /// The members of a struct, or of the values of a case.
    var members: String { "\(prefix)members" }
    /// Returns the name of a value.
    func value(_ index: Int) -> String { "\(prefix)value\(index)" }
}
