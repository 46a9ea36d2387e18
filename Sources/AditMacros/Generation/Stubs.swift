/// Members without a body, for a type with diagnostics: the user sees only those, and not the errors that would follow
/// from them.
enum Stubs {
    static func members(in context: TypeContext, hasInitializer: Bool = true) -> [String] {
        let reading =
            hasInitializer
            ? "\(context.access)init(reading _: Adit.JSONReader) throws(Adit.CodingFailure)"
            : "private static func reading(_: Adit.JSONReader) throws(Adit.CodingFailure) -> Self"
        let declarations = [
            reading,
            "\(context.access)func write(to _: Adit.JSONWriter) throws(Adit.CodingFailure)",
            "\(context.access)static func schema(in _: Adit.SchemaDefinitions) -> Adit.Schema",
        ]
        return declarations.map { "\($0)\(context.whereClause) { Swift.fatalError() }" }
    }
}
