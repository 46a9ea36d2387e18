/// The members that read and store the parts of a struct, and write its changes.
///
/// A property without coding is diagnosed elsewhere; the functions called here accept it.
struct StructParts {
    let shape: StructShape
    let context: TypeContext

    var members: [String] {
        let originals = shape.canReturn && !context.maySeemHidden && shape.properties.contains { !$0.isCopied }
        return [reading, changes, storing, visiting] + (partPaths.map { [$0] } ?? [])
            + (originals ? [forgetting, keeping, returning, concerning] : [])
    }

    /// Returns placeholder members for a struct with diagnostics.
    static func stubs(in context: TypeContext) -> [String] {
        let parameters = (
            part: "at _: Adit.PartPath, to _: Adit.JSONWriter",
            changes: "since _: \(context.maySeemHidden ? "some Adit.WireModel" : "Self"), to _: Adit.ChangeWriter"
        )
        return [
            "func writePart(\(parameters.part)) throws(Adit.CodingFailure) -> Adit.WrittenPart",
            "func writeChanges(\(parameters.changes)) throws(Adit.CodingFailure)",
        ].map { "\(context.access)\($0)\(context.whereClause) { Swift.fatalError() }" }
    }

    private var reading: String {
        let parameters = "at path: Adit.PartPath, to writer: Adit.JSONWriter"
        let whole = "return try writer.write(whole: self, at: path)"
        let choices = shape.properties.map { value in
            "case \(value.key.literal): return try writer.write(part: path.rest, of: self.\(value.property))\n"
        }
        let body =
            choices.isEmpty
            ? "guard path.key == nil else { return .nothing }\n\(whole)"
            : "guard let key = path.key else { \(whole) }\nswitch key {\n\(choices.joined())default: return .nothing\n}"
        return function("writePart(\(parameters)) throws(Adit.CodingFailure) -> Adit.WrittenPart", body)
    }

    private var changes: String {
        let members = shape.properties.map { value in
            "try changes.member(\(value.key.literal), original.\(value.property), self.\(value.property))"
        }
        let cast = "guard let original = original as? Self else { return }"
        let type = context.maySeemHidden ? "some Adit.WireModel" : "Self"
        return function(
            "writeChanges(since original: \(type), to changes: Adit.ChangeWriter) throws(Adit.CodingFailure)",
            ((context.maySeemHidden && !members.isEmpty ? [cast] : []) + members).joined(separator: "\n"))
    }

    private var storing: String {
        "\(context.access)static var isStoredInParts: Swift.Bool { true }"
    }

    private var visiting: String {
        let members = shape.properties.map { "try walk.member(\($0.key.literal), self.\($0.property))" }
        return function(
            "visitParts(_ walk: Adit.PartWalk) throws(Adit.CodingFailure)", members.joined(separator: "\n"))
    }

    /// The key paths of the properties that may be stores; nil without any.
    private var partPaths: String? {
        let paths = shape.properties.filter { !$0.isCopied }.map { value in
            "Adit._PartPath(\(value.key.literal), \\Self.\(value.property))"
        }
        if paths.isEmpty { return nil }
        let signature = "\(context.access)static var _partPaths: [Adit._PartPath]"
        return "\(signature) {\n\(SchemaWriting.list(paths).indented())\n}"
    }

    private var forgetting: String {
        mutation("forgetChanges()") { $0.isCopied ? nil : "Adit._forgetChanges(of: &self.\($0.property))" }
    }

    private var keeping: String {
        mutation("keepOriginal(in original: inout Self)") { value in
            let name = value.property
            return value.isCopied
                ? "original.\(name) = self.\(name)" : "Adit._keepOriginal(of: &self.\(name), in: &original.\(name))"
        }
    }

    private var returning: String {
        mutation("returnToOriginal(_ original: inout Self)") { value in
            let name = value.property
            return value.isCopied
                ? "self.\(name) = original.\(name)" : "Adit._return(&self.\(name), to: &original.\(name))"
        }
    }

    private var concerning: String {
        let keys = shape.properties.map(\.key.literal).joined(separator: ", ")
        let last = shape.properties.count - 1
        let choices = shape.properties.enumerated().map { number, value in
            let choice = number == last ? "default" : "case \(number)"
            return "\(choice): Adit._mayConcern(part, &original.\(value.property), &value.\(value.property))"
        }
        return function(
            "mayConcern(_ followed: Adit.SubscriptionFilter, since original: inout Self) -> Swift.Bool",
            """
            followed._anyMember([\(keys)], &original, &self) { member, part, original, value in
                switch member {
            \(choices.joined(separator: "\n").indented())
                }
            }
            """, "mutating ")
    }

    private func mutation(_ signature: String, _ statement: (WireValue) -> String?) -> String {
        function(signature, shape.properties.compactMap(statement).joined(separator: "\n"), "mutating ")
    }

    private func function(_ signature: String, _ body: String, _ modifier: String = "") -> String {
        let head = "\(context.access)\(modifier)func \(signature)\(context.whereClause)"
        return body.isEmpty ? "\(head) {}" : "\(head) {\n\(body.indented())\n}"
    }
}

extension WireValue {
    /// The name of its property, as in the source.
    var property: String { name ?? "" }

    /// Whether a copy is a valid original: false for a possible model or table. A user's type with the name of a
    /// standard one is copied as well, which is correct for any value.
    fileprivate var isCopied: Bool { type?.isCopied ?? !isInferred }
}
