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

    private static let names = ["reader", "key", "value", "member"]

    var reader: String { "\(prefix)reader" }
    /// The name of a case or of a member.
    var key: String { "\(prefix)key" }
    /// The payload of a case.
    var value: String { "\(prefix)value" }
    /// The remaining members.
    var members: String { "\(prefix)members" }
    var member: String { "\(prefix)member" }
    /// Returns the name of a value's member before it is read.
    func member(_ index: Int) -> String { "\(prefix)member\(index)" }
    /// Returns the name of a value.
    func value(_ index: Int) -> String { "\(prefix)value\(index)" }
}
