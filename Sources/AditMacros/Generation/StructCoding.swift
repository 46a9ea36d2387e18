import SwiftSyntax

/// The members that implement a struct's coding.
struct StructCoding {
    let shape: StructShape
    let hasInitializer: Bool
    let context: TypeContext
    let locals: Locals

    /// Returns all generated members of a struct's body.
    static func members(of declaration: StructDeclSyntax, in expansion: Expansion) -> String {
        let shape = StructShape(declaration, in: expansion)
        let context = TypeContext(of: declaration, in: expansion.context)
        let hasInitializer = declaration.hasInitializer
        guard !expansion.hasComplaints else {
            let stubs = Stubs.members(in: context, hasInitializer: hasInitializer) + StructParts.stubs(in: context)
            return stubs.joined(separator: "\n\n")
        }
        let coding = StructCoding(
            shape: shape, hasInitializer: hasInitializer, context: context, locals: Locals(beside: shape.properties))
        let hasTypes = shape.properties.contains { $0.type != nil }
        let types = hasTypes ? [ValueTypes.declaration(for: shape.properties, in: context)] : []
        let parts = StructParts(shape: shape, context: context)
        return (coding.members + parts.members + types).joined(separator: "\n\n")
    }

    /// Returns the initializer in the extension. It delegates: otherwise it would evaluate all initial values first.
    static func initializer(in context: TypeContext) -> String {
        """
        \(context.access)init(reading reader: Adit.JSONReader) throws(Adit.CodingFailure) {
            self.init(_value: try Self.reading(reader))
        }
        """
    }

    private var members: [String] { [hasInitializer ? assigning : reading, writing, schema] }

    private var values: MemberReading {
        MemberReading(values: shape.properties, object: locals.reader, locals: locals)
    }

    /// Reads by the memberwise initializer. Initial values are evaluated only if needed.
    private var reading: String {
        """
        \(context.reading(locals)) {
        \(values.code(then: "return Self(\(values.arguments))").indented())
        }
        """
    }

    /// Reads property by property, for a struct without a memberwise initializer.
    private var assigning: String {
        context.initializer(values.assignments, reader: locals.reader)
    }

    private var writing: String {
        let members = shape.properties.map { value in
            let property = value.typed("self.\(value.property)")
            return value.located("try writer.write(member: \("\(value.key.json):".literal), \(property))") + "\n"
        }
        let body =
            members.isEmpty
            ? "writer.write(literal: \"{}\")"
            : "writer.write(literal: \"{\")\n\(members.joined())writer.write(literal: \"}\")"
        return """
            \(context.access)func write(to writer: Adit.JSONWriter) throws(Adit.CodingFailure)\(context.whereClause) {
            \(body.indented())
            }
            """
    }

    private var schema: String {
        SchemaWriting.function(SchemaWriting.structure(shape.properties), doc: shape.doc, in: context)
    }
}
