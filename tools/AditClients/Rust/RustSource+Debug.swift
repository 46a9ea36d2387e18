// A derived `Debug` would print secrets.
extension RustSource {
    /// Writes an implementation of `Debug`; `body` writes the expression.
    func writeDebug(_ name: String, _ body: @escaping (SourceWriter) -> Void) {
        writer.block("\nimpl ::std::fmt::Debug for \(name) {") { writer in
            writer.block("fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {") { body($0) }
        }
    }

    /// Writes the implementation of an enum.
    func writeDebug(_ name: String, _ cases: [(Case, String)]) {
        writeDebug(name) { writer in
            writer.block("match self {") { writer in
                for (one, variant) in cases {
                    switch one.payload {
                    case .none: writer.line("Self::\(variant) {} => f.write_str(\(literal(variant))),")
                    case .value:
                        let (binding, value) = one.isSecret ? ("_", RustSource.mask) : ("value", "value")
                        writer.line(
                            "Self::\(variant)(\(binding)) => f.debug_tuple(\(literal(variant))).field(\(value)).finish(),"
                        )
                    case .members(_, let members):
                        let bindings = named(members).map { member, field in
                            "\(field): \(member.isSecret ? "_" : RustSource.binding(field))"
                        }
                        writer.line(
                            "Self::\(variant) { \(bindings.joined(separator: ", ")) } => \(debug(variant, members, RustSource.binding)),"
                        )
                    }
                }
            }
        }
    }

    /// An expression that prints a record.
    ///
    /// - Parameter value: returns a reference to a field.
    func debug(
        _ name: String, _ members: [Member], separator: String = "", _ value: (String) -> String
    ) -> String {
        let fields = named(members).map { member, field in
            let shown = field.hasPrefix("r#") ? String(field.dropFirst(2)) : field
            return "\(separator).field(\(literal(shown)), \(member.isSecret ? RustSource.mask : value(field)))"
        }
        return "f.debug_struct(\(literal(name)))\(fields.joined())\(separator).finish()"
    }

    private static let mask = "&format_args!(\"***\")"

    /// The name of a field's value, which is no name of the function's own.
    private static func binding(_ field: String) -> String {
        "value_" + (field.hasPrefix("r#") ? String(field.dropFirst(2)) : field)
    }
}
