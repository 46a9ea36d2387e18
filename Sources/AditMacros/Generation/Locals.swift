import SwiftSyntax

/// Names for the variables of generated code, other than those that the author's default values mention.
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
    /// What a case has.
    var value: String { "\(prefix)value" }
    /// What is left of the members.
    var members: String { "\(prefix)members" }
    var member: String { "\(prefix)member" }
    /// The member of one of the values, before it is read.
    func member(_ index: Int) -> String { "\(prefix)member\(index)" }
    /// One of the values.
    func value(_ index: Int) -> String { "\(prefix)value\(index)" }
}
